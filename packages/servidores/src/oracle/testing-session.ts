import { LIMITS, type Limits } from '@div/contract'
import oracledb from 'oracledb'
import { openZona } from '../sql/local-time.ts'
import { callContext, connectDeps } from '../sql/testing.ts'
import { preparerOf } from '../testing-connection.ts'
import { oracle } from './oracle.ts'
import { OracleConnection } from './oracle-connection.ts'
import { RESET_SQL } from './oracle-session.ts'
import { type Ejecutada, fakeDriver, type Respuesta, resultSet } from './testing.ts'

export const open = (config: object, deps = connectDeps()) =>
  oracle.connect(oracle.config.parse(config), deps)

export const prepare = preparerOf(oracle.objetos)

/** How the session was opened. */
export const OPENED = '7'

/** A connection over a driver of the tests. */
export function connect(
  answer: (ejecutada: Ejecutada) => Respuesta,
  { limits = LIMITS, zonaHoraria = 'UTC' }: { limits?: Limits; zonaHoraria?: string } = {},
  /** How a routine leaves the session. */
  left: Respuesta = { outBinds: { huella: OPENED } },
) {
  const fake = fakeDriver((ejecutada) => (ejecutada.sql === RESET_SQL ? left : answer(ejecutada)))
  const zona = openZona(zonaHoraria)
  if (!zona) throw new Error('no zone')
  const connection = new OracleConnection({
    servidor: 'Pruebas',
    limits,
    oracledb,
    driver: fake.driver,
    huella: OPENED,
    zona,
    leave: () => {},
  })
  const call = (
    tipoObjeto: string,
    objeto: object,
    valores: Record<string, unknown> = {},
    context = callContext(),
  ) => prepare(tipoObjeto, objeto, Object.keys(valores)).run(connection, valores, context)
  return { ...fake, connection, call }
}

export const ONE = () => ({ resultSet: resultSet([{ name: 'UNO', dbTypeName: 'NUMBER' }], [['1']]) })
