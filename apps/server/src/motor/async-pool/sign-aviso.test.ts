import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { signAviso } from './sign-aviso.ts'

const AVISO = { id: 'msg_1', segundos: 1_700_000_000, cuerpo: '{"a":1}' }
const KEY = Buffer.from('una clave de veinticuatro')
const under = (key: Buffer) =>
  `v1,${createHmac('sha256', key).update('msg_1.1700000000.{"a":1}').digest('base64')}`

test.each([
  ['a text is the key itself', KEY.toString(), KEY],
  ['as libraries write it the key is what was encoded', `whsec_${KEY.toString('base64')}`, KEY],
  [
    'what only begins so is the key itself',
    'whsec_no es base64 de nada',
    Buffer.from('whsec_no es base64 de nada'),
  ],
])('%s', (_what, secreto, key) => {
  expect(signAviso(AVISO, secreto)).toEqual({
    'webhook-id': 'msg_1',
    'webhook-timestamp': '1700000000',
    'webhook-signature': under(key),
  })
})
