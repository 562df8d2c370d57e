import { type Fin, type GuardaPuntos, IntentoAjeno, keyOfPunto, type Punto } from './index.ts'
import { type Run, type RunOptions, runFlujo } from './testing.ts'

/** Where a process dies: so many writes into its run, before that write is on disk or right after. */
export interface Caida {
  escritura: number
  guardada: boolean
}

class Caido extends IntentoAjeno {}

/** Keeps checkpoints as a database would: what it is given and what it gives back are copies. */
export class TestPuntos {
  readonly #puntos = new Map<string, Punto>()
  #fin: Fin | null = null
  /** Of every node, how often a checkpoint of it was written. */
  readonly escritos = new Map<string, number>()

  /** What one attempt of the run is given; it dies as `caida` says. */
  attempt(caida: Caida | undefined): GuardaPuntos {
    let escritura = 0
    const survive = async (write: () => void) => {
      const dies = caida?.escritura === escritura++
      if (!dies || caida.guardada) write()
      if (dies) throw new Caido()
    }
    return {
      anteriores: new Map([...this.#puntos].map(([key, punto]) => [key, copyOf(punto)])),
      fin: structuredClone(this.#fin),
      save: (puntos) => survive(() => this.#write(puntos)),
      saveIn: (punto) => survive(() => this.#write([punto])),
      saveEnd: (fin) =>
        survive(() => {
          this.#fin = structuredClone(fin)
        }),
    }
  }

  /** Somebody answers what a node of the run waits for. */
  answer(key: string, valor: unknown): void {
    const [, nodo = '', indices] = /^([^[]*)(?:\[(.*)\])?$/.exec(key) ?? []
    const iteracion = indices?.split(',').map(Number) ?? null
    this.#write([
      { nodo, iteracion, region: null, salida: '', valor, fallo: null, paso: null, compensable: null },
    ])
  }

  /** Nodes of which it is kept what undoing them needs. */
  listCompensables(): string[] {
    return [...this.#puntos.values()].flatMap(({ nodo, compensable }) => (compensable ? nodo : []))
  }

  #write(puntos: readonly Punto[]): void {
    for (const punto of puntos) {
      const key = keyOfPunto(punto)
      this.#puntos.set(key, copyOf(punto))
      this.escritos.set(key, (this.escritos.get(key) ?? 0) + 1)
    }
  }
}

function copyOf(punto: Punto): Punto {
  const { valor, compensable } = punto
  return { ...punto, valor: structuredClone(valor), compensable: structuredClone(compensable) }
}

/** Runs a durable flow again and again until an attempt of it ends, each but the last dying as `caidas` say. */
export async function runDurable(
  flujo: unknown,
  caidas: readonly Caida[],
  options: RunOptions = {},
): Promise<{ run: Run; puntos: TestPuntos; intentos: number }> {
  const puntos = new TestPuntos()
  for (let intento = 0; ; intento++) {
    const input = { ...options.input, puntos: puntos.attempt(caidas[intento]) }
    const run = await runFlujo(flujo, { ...options, input, modo: 'durable' })
    if (!(run.result.causa instanceof Caido)) return { run, puntos, intentos: intento + 1 }
  }
}
