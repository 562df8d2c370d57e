import { expect, test } from 'vitest'
import { DoubleClick } from './double-click.ts'

type Event = readonly [type: string, detail: number, nodo: string | null]

const press = (detail: number, nodo: string | null): Event[] => [
  ['mousedown', detail, nodo],
  ['mouseup', detail, nodo],
  ['click', detail, nodo],
]

/** The nodes that were opened, and how many events came to what lies below the pointer. */
function hear(events: readonly Event[]) {
  const clicks = new DoubleClick()
  const heard = events.map((event) => clicks.hear(...event))
  return {
    opened: heard.flatMap(({ opened }) => opened ?? []),
    passed: heard.filter(({ isTaken }) => !isTaken).length,
  }
}

test.each<[string, Event[], { opened: string[]; passed: number }]>([
  ['one click', press(1, 'n1'), { opened: [], passed: 3 }],
  [
    'two in a row',
    [...press(1, 'n1'), ...press(2, 'n1'), ['dblclick', 2, 'n1']],
    { opened: ['n1'], passed: 6 },
  ],
  [
    'the second beside it',
    [...press(1, 'n1'), ...press(2, null), ['dblclick', 2, null]],
    { opened: ['n1'], passed: 3 },
  ],
  [
    'the second on another',
    [...press(1, 'n1'), ...press(2, 'n2'), ['dblclick', 2, 'n2']],
    { opened: ['n1'], passed: 3 },
  ],
  ['two clicks apart', [...press(1, 'n1'), ...press(1, 'n2')], { opened: [], passed: 6 }],
  [
    'twice on nothing',
    [...press(1, null), ...press(2, null), ['dblclick', 2, null]],
    { opened: [], passed: 7 },
  ],
  ['what follows', [...press(1, 'n1'), ...press(2, null), ...press(1, null)], { opened: ['n1'], passed: 6 }],
  [
    'the first on nothing',
    [...press(1, 'n1'), ...press(1, null), ...press(2, 'n2')],
    { opened: [], passed: 9 },
  ],
])('%s', (_, events, expected) => {
  expect(hear(events)).toEqual(expected)
})
