import { readFileSync } from 'node:fs'

/** What the assistant is told, each under a version: whoever changes a sentence writes a new file, and its recorded answers beside it. */
export const PROMPTS = {
  flujo: 'flujo.v1',
  formula: 'formula.v1',
  fallo: 'fallo.v1',
} as const

const loaded = new Map<string, string>()

/** They stand beside this file, and beside the bundle. */
export function loadPrompt(que: keyof typeof PROMPTS): string {
  const name = PROMPTS[que]
  const known = loaded.get(name)
  if (known !== undefined) return known
  const text = readFileSync(new URL(`./prompts/${name}.md`, import.meta.url), 'utf8')
  loaded.set(name, text)
  return text
}
