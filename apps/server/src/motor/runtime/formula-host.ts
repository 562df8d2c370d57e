import type { FormulaHost } from '@div/formula'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/tables.ts'
import type { DependencyRecorder } from './dependency-recorder.ts'
import { inOwnDatabase } from './own-database.ts'
import { takeConsecutivo } from './take-consecutivo.ts'
import type { World } from './world.ts'

export interface FormulaHostDeps {
  db: Kysely<Database>
  world: World
  recorder: DependencyRecorder
  zonaHoraria: string
}

/** The world behind the functions of access, as of now; what a formula uses while it is compiled is written down. */
export function createFormulaHost({ db, world, recorder, zonaHoraria }: FormulaHostDeps): FormulaHost {
  return {
    zonaHoraria,
    now: Date.now,
    parametro(nombre) {
      recorder.use(`parametro:${nombre}`)
      return world.parametro(nombre)
    },
    isSecret(parametro) {
      // Of whichever the run names, a change of any may change the answer.
      recorder.use(`parametro:${parametro ?? '*'}`)
      return world.isSecret(parametro)
    },
    tabla(nombre, columnaClave) {
      recorder.use(`tabla:${nombre}`)
      return world.tabla(nombre, columnaClave)
    },
    columnas(tabla) {
      recorder.use(`tabla:${tabla}`)
      return world.columnas(tabla)
    },
    consecutivo: (nombre) => inOwnDatabase({}, () => takeConsecutivo(db, nombre)),
  }
}
