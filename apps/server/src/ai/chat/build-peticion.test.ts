import { expect, test } from 'vitest'
import { buildPeticion } from './build-peticion.ts'

test('what a model is shown begins with a question, also where the first one was too long to be told again', () => {
  const said = (rol: 'usuario' | 'asistente', texto: string) => ({ rol, texto, adjuntos: [] })
  const { mensajes } = buildPeticion({
    modelo: 'chico',
    mensajes: [
      said('asistente', 'Dos.'),
      said('usuario', '¿Y tres?'),
      said('asistente', ''),
      said('usuario', '¿Sí?'),
    ],
    citas: [],
    contextos: [],
    maxTokens: 10,
  })
  expect(mensajes).toEqual([
    { rol: 'usuario', texto: '¿Y tres?' },
    { rol: 'usuario', texto: '¿Sí?' },
  ])
})
