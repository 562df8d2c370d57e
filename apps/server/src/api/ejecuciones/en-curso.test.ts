import { expect, test } from 'vitest'
import { createEnCurso } from './en-curso.ts'

const run = (id: string, inicio: number) => ({
  id,
  inicio,
  procesoId: 'p',
  version: 1,
  canalId: null,
  origen: 'canal' as const,
})

const enCurso = createEnCurso({
  ejecuciones: { readNombres: async () => new Map() },
  nodos: {
    async listAlive() {
      const alive = [
        [run('a', 1), run('c', 2)],
        [run('b', 2), run('d', 3)],
      ]
      return alive.map((enCurso, pid) => ({ datos: { host: 'h', pid, enCurso } })) as never
    },
  },
})

test.each([1, 2, 3, 4, 5])(
  'what runs is read in pages of %i, newest first, each run once',
  async (limite) => {
    const seen: string[] = []
    let cursor: { inicio: Date; id: string } | null = null
    for (;;) {
      const page: { id: string; inicio: Date }[] = await enCurso.list({}, { limite, cursor })
      expect(page.length).toBeLessThanOrEqual(limite)
      seen.push(...page.map(({ id }) => id))
      const last = page.at(-1)
      if (!last) break
      cursor = last
    }
    expect(seen).toEqual(['d', 'c', 'b', 'a'])
  },
)
