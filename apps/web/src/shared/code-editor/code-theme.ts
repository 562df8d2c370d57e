import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** Colours are the tokens of the house style, which know both schemes; sizes are those of `code-editor.module.css`. */
const LOOK = EditorView.theme({
  '&': {
    minHeight: 'inherit',
    maxHeight: 'inherit',
    fontSize: 'inherit',
    backgroundColor: 'transparent',
    color: 'inherit',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'inherit',
    lineHeight: 'inherit',
    minHeight: 'inherit',
    maxHeight: 'inherit',
    overflow: 'auto',
  },
  '.cm-content': { padding: '0', caretColor: 'var(--mantine-color-text)' },
  '.cm-line': { padding: '0' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--mantine-color-text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--mantine-primary-color-light-hover)',
  },
  '.cm-placeholder': { color: 'var(--mantine-color-placeholder)' },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--mantine-primary-color-light)',
    outline: '1px solid var(--mantine-primary-color-light-hover)',
  },
  '&.cm-focused .cm-nonmatchingBracket': {
    backgroundColor: 'var(--mantine-color-red-light)',
    color: 'var(--mantine-color-error)',
  },
  '.cm-wrong': {
    textDecoration: 'underline wavy var(--mantine-color-error) 1px',
    textUnderlineOffset: '3px',
    textDecorationSkipInk: 'none',
  },
  '.cm-tooltip': {
    border: '1px solid var(--mantine-color-default-border)',
    borderRadius: 'var(--mantine-radius-md)',
    backgroundColor: 'var(--mantine-color-body)',
    color: 'var(--mantine-color-text)',
    boxShadow: 'var(--mantine-shadow-md)',
    fontSize: '12px',
    lineHeight: '16px',
    zIndex: '400',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--mantine-font-family)',
    maxHeight: '240px',
    maxWidth: 'min(440px, 92vw)',
    padding: '4px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    padding: '4px 8px',
    borderRadius: '4px',
    lineHeight: '18px',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--mantine-primary-color-light)',
    color: 'var(--mantine-color-text)',
  },
  '.cm-completionLabel': { flex: 'none', maxWidth: '70%', overflow: 'hidden', textOverflow: 'ellipsis' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cm-completionDetail': {
    flex: '1',
    minWidth: '0',
    margin: '0',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    textAlign: 'right',
    fontStyle: 'normal',
    color: 'var(--mantine-color-dimmed)',
  },
  '.cm-completionIcon': {
    width: '16px',
    padding: '0',
    opacity: '1',
    textAlign: 'center',
    color: 'var(--mantine-color-dimmed)',
  },
  '.cm-tooltip.cm-completionInfo': {
    padding: '8px 12px',
    maxWidth: '320px',
    fontFamily: 'var(--mantine-font-family)',
  },
})

const WORDS = HighlightStyle.define([
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--mantine-color-green-text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--mantine-color-orange-text)' },
  {
    tag: [tags.keyword, tags.operatorKeyword, tags.function(tags.variableName)],
    color: 'var(--mantine-color-blue-text)',
  },
  { tag: tags.typeName, color: 'var(--mantine-color-teal-text)' },
  { tag: tags.comment, color: 'var(--mantine-color-dimmed)', fontStyle: 'italic' },
])

export const codeTheme: Extension = [LOOK, syntaxHighlighting(WORDS)]
