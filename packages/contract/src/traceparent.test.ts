import { expect, test } from 'vitest'
import { formatTraceparent, parseTraceparent, readTraza } from './traceparent.ts'

const ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'

test.each([
  [`00-${ID}-${SPAN}-01`, { traceId: ID, flags: '01', parentId: SPAN }],
  [`cc-${ID}-${SPAN}-01-what-comes-later`, { traceId: ID, flags: '01', parentId: SPAN }],
  [`00-${ID}-${SPAN}-01-more`, null],
  [`ff-${ID}-${SPAN}-01`, null],
  [`00-${'0'.repeat(32)}-${SPAN}-01`, null],
  [`00-${ID}-${'0'.repeat(16)}-01`, null],
  [`00-${ID.toUpperCase()}-${SPAN}-01`, null],
  ['', null],
])('%s is read as %j', (text, traza) => {
  expect(parseTraceparent(text)).toEqual(traza)
})

test('what is written is read again', () => {
  const traza = { traceId: ID, flags: '00', parentId: SPAN }
  expect(parseTraceparent(formatTraceparent(traza, SPAN))).toEqual(traza)
})

test.each([
  [{ traceparent: `00-${ID}-${SPAN}-01`, tracestate: 'rojo=1, congo=2' }, 'rojo=1,congo=2'],
  [{ traceparent: `00-${ID}-${SPAN}-01`, tracestate: 'Rojo=1' }, undefined],
  [{ traceparent: `00-${ID}-${SPAN}-01` }, undefined],
])('beside a valid traceparent %j says %j', (headers, estado) => {
  expect(readTraza(headers)).toEqual({ traceId: ID, flags: '01', parentId: SPAN, ...(estado && { estado }) })
})

test('without a valid traceparent tracestate says nothing', () => {
  expect(readTraza({ traceparent: 'no es', tracestate: 'rojo=1' })).toBeNull()
  expect(readTraza({ tracestate: 'rojo=1' })).toBeNull()
})
