import { type ErrorDeCampo, LIMITS } from '@div/contract'
import { expect, test } from 'vitest'
import type { WsdlOperation, WsdlPart } from '../model/wsdl.ts'
import { readTree } from '../xml/read-tree.ts'
import { createCodec } from './codec.ts'
import { complex, element, group, one, simple, TNS } from './codec-testing.ts'
import { compileMessage } from './message.ts'

const OP = element('Op', complex(group('sequence', [one(element('a', simple('int')))])))

function messageOf(style: WsdlOperation['style'], part: WsdlPart) {
  const codec = createCodec({ schema: { elements: new Map(), types: new Map() }, limits: LIMITS })
  const message = {
    name: 'm',
    namespace: TNS,
    use: 'literal' as const,
    parts: [part],
    headers: [],
    wrapped: true,
    attachments: [],
  }
  const compiled = compileMessage(codec, { message, style, wrapper: 'Op' })
  return {
    decode(body: string) {
      const errores: ErrorDeCampo[] = []
      const root = readTree(`<Body xmlns:t="${TNS}">${body}</Body>`, { limits: LIMITS, refuse })
      return { data: compiled.decode(root, errores), errores }
    },
  }
}

function refuse(motivo: string): never {
  throw new Error(motivo)
}

test.each([
  ['document', { name: 'parameters', element: OP }, '<t:Op><t:a>1</t:a></t:Op>'],
  ['rpc', { name: 'a', type: simple('int') }, '<t:Op><a>1</a></t:Op>'],
] as const)('beside the element of a %s message stands only what it may refer to', (style, part, op) => {
  const { decode } = messageOf(style, part)
  const data = { a: 1 }
  expect(decode(op)).toEqual({ data, errores: [] })
  expect(decode(`${op}<multiRef id="x">2</multiRef>`)).toEqual({ data, errores: [] })
  const refused = (came: string) => [
    { campo: '', mensaje: `En el Body se esperaba un solo elemento y llegaron ${came}.` },
  ]
  expect(decode(op + op).errores).toEqual(refused('2: «Op» y «Op»'))
  expect(decode(`${op}<multiRef id="x"/><t:Otro/><t:Mas/>`).errores).toEqual(
    refused('3: «Op», «Otro» y «Mas»'),
  )
  expect(decode(op + '<t:Otro/>'.repeat(5)).errores).toEqual(
    refused('6: «Op», «Otro», «Otro», «Otro» y 2 más'),
  )
})
