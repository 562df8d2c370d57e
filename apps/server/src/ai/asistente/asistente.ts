import { AsistenteOcupado, type EstadoDeAsistente, type Limits } from '@div/contract'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/tables.ts'
import type { Pools } from '../../motor/pools/pools.ts'
import { findModelo, requireModelo } from './modelo-repository.ts'
import { Charla } from './preguntar.ts'

export interface AsistenteDeps {
  db: Kysely<Database>
  pools: Pick<Pools, 'converse'>
  limits: Pick<Limits, 'asistenteMs' | 'asistenteTokens' | 'asistenteALaVez'>
}

/** Whoever asks: their budget pays, and nobody is asked any more once they have left. */
export interface QuienPide {
  usuarioId: string
  signal: AbortSignal
}

export type Asistente = ReturnType<typeof createAsistente>

/** Lets people talk with the model that an admin chose, so many at a time. */
export function createAsistente({ db, pools, limits }: AsistenteDeps) {
  let underWay = 0
  return {
    async estado(): Promise<EstadoDeAsistente> {
      const found = await findModelo(db)
      return 'falta' in found
        ? { listo: false, motivo: `El asistente no tiene con qué contestar: ${found.falta}` }
        : { listo: true, motivo: null }
    },

    /** Throws AsistenteSinModelo, AsistenteOcupado and what `talk` throws. */
    async converse<Answer>(
      { usuarioId, signal }: QuienPide,
      talk: (charla: Charla) => Promise<Answer>,
    ): Promise<Answer> {
      const modelo = await requireModelo(db)
      const { asistenteALaVez: maximo } = limits
      if (underWay >= maximo) throw new AsistenteOcupado({ maximo })
      underWay++
      try {
        return await talk(new Charla(pools, modelo, { limits, usuarioId, signal }))
      } finally {
        underWay--
      }
    },
  }
}
