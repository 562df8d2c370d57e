import { z } from 'zod'
import { defineFormato } from './define-formato.ts'
import { LineSplitter } from './line-splitter.ts'

export const lineas = defineFormato({
  label: 'Líneas',
  summary: 'Un texto por línea.',
  opciones: z.strictObject({}),
  ejemplos: [{ opciones: {}, texto: 'uno\n\ndos\n', registros: ['uno', '', 'dos'] }],
  compile: () => ({
    openLector(reglas) {
      const lines = new LineSplitter(reglas)
      return { push: (text) => [...lines.push(text)], end: () => [...lines.end()] }
    },
    write: (registros, { textOf, refuse }) =>
      registros
        .map((registro, index) => {
          const text = textOf(registro) ?? ''
          return /[\r\n]/.test(text)
            ? refuse(`el elemento ${index + 1} de la lista tiene varias líneas`)
            : `${text}\n`
        })
        .join(''),
  }),
})
