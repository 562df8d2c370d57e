import { expect, test, vi } from 'vitest'
import { type CanvasActions, listHotkeys } from './list-hotkeys.ts'
import { listShortcuts, type Onlooker } from './shortcut-list.ts'

/** Whatever is asked of it is an action that tells its name. */
function actionsTelling(tell: (name: string) => void): CanvasActions {
  return new Proxy({} as CanvasActions, { get: (_, name) => () => tell(String(name)) })
}

const EDITOR: Onlooker = { mayEdit: true, isVersionShown: false }
const READER: Onlooker = { mayEdit: false, isVersionShown: false }
const VERSION: Onlooker = { mayEdit: true, isVersionShown: true }

const combosOf = (onlooker: Onlooker) =>
  listHotkeys(
    actionsTelling(() => undefined),
    onlooker,
  ).map(([combo]) => combo)

test.each([
  ['who draws', EDITOR],
  ['who only reads', READER],
  ['who looks at an earlier state', VERSION],
])('every key that works for %s is listed, and no other', (_, onlooker) => {
  const listed = listShortcuts(onlooker).flatMap(({ shortcuts }) => shortcuts.flatMap(({ combos }) => combos))
  expect(listed.toSorted()).toEqual(combosOf(onlooker).toSorted())
})

test('who only reads copies parameters and changes nothing', () => {
  expect(combosOf(READER).toSorted()).toEqual(
    ['?', 'Escape', 'F', 'V', 'Z', 'mod+A', 'mod+C', 'shift+?', 'shift+C', 'shift+R'].toSorted(),
  )
})

test('before an earlier state the keys of the drawing behind it rest', () => {
  expect(combosOf(VERSION).toSorted()).toEqual(['?', 'Escape', 'V', 'shift+?'].toSorted())
})

test.each([
  [EDITOR, 'V', 'onVersions'],
  [EDITOR, 'shift+V', 'pasteParametros'],
  [EDITOR, 'mod+V', 'paste'],
  [EDITOR, 'shift+C', 'copyParametros'],
  [EDITOR, 'C', 'focusConnect'],
  [EDITOR, 'Escape', 'deselect'],
  [VERSION, 'Escape', 'leaveVersion'],
])('of %j %s does %s', (onlooker, combo, expected) => {
  const tell = vi.fn()
  const [, does] = listHotkeys(actionsTelling(tell), onlooker).find(([each]) => each === combo) ?? []
  does?.(new Event('keydown') as KeyboardEvent)
  expect(tell.mock.calls).toEqual([[expected]])
})
