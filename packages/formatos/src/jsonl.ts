import { z } from 'zod'
import { defineFormato, type Lector, type Reglas } from './define-formato.ts'
import { readJson } from './json.ts'
import { LineSplitter } from './line-splitter.ts'

/** jsonlines.org: one value of JSON a line; blank lines are none. */
export const jsonl = defineFormato({
  label: 'JSON Lines',
  summary:
    'Un valor JSON en cada línea, como lo escriben los registros de actividad y las exportaciones grandes.',
  opciones: z.strictObject({}),
  ejemplos: [{ opciones: {}, texto: '{"id":1}\n[2,null]\n', registros: [{ id: 1 }, [2, null]] }],
  compile: () => ({
    openLector: (reglas) => new JsonlLector(reglas),
    write: (registros) => registros.map((registro) => `${JSON.stringify(registro ?? null)}\n`).join(''),
  }),
})

class JsonlLector implements Lector {
  readonly #lines: LineSplitter
  readonly #reglas: Reglas

  constructor(reglas: Reglas) {
    this.#reglas = reglas
    this.#lines = new LineSplitter(reglas)
  }

  push(text: string): unknown[] {
    return this.#read(this.#lines.push(text))
  }

  end(): unknown[] {
    return this.#read(this.#lines.end())
  }

  #read(lines: Iterable<string>): unknown[] {
    const { limits, refuse } = this.#reglas
    const values: unknown[] = []
    for (const line of lines) {
      if (line.trim() === '') continue
      const { linea } = this.#lines
      values.push(
        readJson(line, { limits, refuse: (motivo, cause) => refuse(`línea ${linea}: ${motivo}`, cause) }),
      )
    }
    return values
  }
}
