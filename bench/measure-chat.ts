import type { EventoDeChat } from '@div/contract'
import { CLAVE, type ProveedorDePrueba, startProveedor } from '@div/servidores/testing-ia'
import type { DrawnServer } from './drawn-server.ts'
import { median } from './median.ts'

/** Milliseconds from when the service of models wrote a word to when whoever asked had it. */
export interface ChatResult {
  primera: Figure
  siguientes: Figure
}

interface Figure {
  medianMs: number
  worstMs: number
}

const ASKED = 40
/** Of one answer; in between the service is silent, so that each comes alone. */
const WORDS = 8
const PAUSE_MS = 10

/** A conversation a question, one after another: the service of models is the one of the tests, in this process. */
export async function measureChat(drawn: DrawnServer, { rounds }: { rounds: number }): Promise<ChatResult> {
  const proveedor = await startProveedor()
  try {
    const { id: servidorId } = (await drawn.api('POST', '/servidores', {
      nombre: 'Banco de modelos',
      tipoServidor: 'openai',
      permitirRedPrivada: true,
      config: { urlBase: `${proveedor.origin}/v1`, clave: CLAVE, modelo: 'chico' },
    })) as { id: string }
    // Its connection is opened, and what answers is loaded.
    await hear(drawn, proveedor, servidorId)
    const heard: number[][] = []
    for (let asked = 0; asked < rounds * ASKED; asked++) heard.push(await hear(drawn, proveedor, servidorId))
    return {
      primera: figureOf(heard.flatMap((waits) => waits.slice(0, 1))),
      siguientes: figureOf(heard.flatMap((waits) => waits.slice(1))),
    }
  } finally {
    await proveedor.close()
  }
}

/** How late each word of one answer is. */
async function hear(drawn: DrawnServer, proveedor: ProveedorDePrueba, servidorId: string): Promise<number[]> {
  const { id } = (await drawn.api('POST', '/ai/conversaciones', { servidorId })) as { id: string }
  proveedor.say({ texto: 'palabra '.repeat(WORDS), pausaMs: PAUSE_MS })
  const answer = await drawn.send('POST', `/ai/conversaciones/${id}/mensajes`, { texto: 'Dime algo' })
  const arrived: number[] = []
  let text = ''
  for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const at = performance.now()
    text += piece
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) if (saysWord(block)) arrived.push(at)
  }
  if (arrived.length !== WORDS) throw new Error(`${arrived.length} of ${WORDS} words came`)
  // Its first piece says who speaks, and no word.
  return arrived.map((at, index) => at - (proveedor.wroteAt[index + 1] ?? Number.NaN))
}

function saysWord(block: string): boolean {
  const data = /^data: (.*)$/m.exec(block)?.[1]
  return data !== undefined && (JSON.parse(data) as EventoDeChat).tipo === 'texto'
}

const figureOf = (waits: readonly number[]): Figure => ({
  medianMs: median(waits),
  worstMs: Math.max(...waits),
})
