import { expect, test } from 'vitest'
import { commandOf } from './grid-commands.ts'

test.each([
  ['Enter', {}, 'edit'],
  ['F2', {}, 'edit'],
  ['a', {}, 'type'],
  ['Ñ', { shift: true }, 'type'],
  [' ', {}, 'type'],
  [' ', { shift: true }, null],
  ['Delete', {}, 'clear'],
  ['Delete', { mod: true }, 'removeRows'],
  ['Escape', {}, 'collapse'],
  ['z', { mod: true }, 'undo'],
  ['Z', { mod: true, shift: true }, 'redo'],
  ['y', { mod: true }, 'redo'],
  ['a', { mod: true }, null],
  ['ArrowDown', {}, null],
  ['Tab', {}, null],
])('%s %j: %s', (key, held, command) => {
  expect(commandOf({ key, shift: false, mod: false, ...held })).toBe(command)
})
