import { expect, test } from 'vitest'
import { fieldNames } from './field-names.ts'

test('names that are alike but for their namespace are numbered, past those that are really called so', () => {
  expect([...fieldNames(['{a}x', '{b}x', 'x_2', '{c}x', '{a}x', 'y'])]).toEqual([
    ['{a}x', 'x'],
    ['{b}x', 'x_3'],
    ['x_2', 'x_2'],
    ['{c}x', 'x_4'],
    ['y', 'y'],
  ])
})

test.each(['__proto__', 'constructor', 'prototype'])('%s is no name of a field', (local) => {
  expect([...fieldNames([`{a}${local}`, `{b}${local}`]).values()]).toEqual([`${local}_`, `${local}_2`])
})
