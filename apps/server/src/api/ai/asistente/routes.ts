import {
  type AjustesDeAsistente,
  type ConfiguracionDeAsistente,
  cambioDeAsistenteSchema,
  configuracionDeAsistenteSchema,
  DatosInvalidos,
  estadoDeAsistenteSchema,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import { isServidorDeModelos } from '../../../ai/asistente/modelo-repository.ts'
import { readAjustes, type StoredAjustes, writeAsistente } from '../../../ajustes/ajustes-repository.ts'
import type { Database } from '../../../db/tables.ts'
import type { ApiDeps } from '../../api-deps.ts'
import { changeAjustes } from '../../resource/change-ajustes.ts'
import { parseInput } from '../../resource/parse-input.ts'

/** Whether there is an assistant, and whose model it asks. */
export function registerAsistente(app: FastifyInstance, { db, runtime }: ApiDeps): void {
  const telling = { access: 'autenticado', answers: { 200: estadoDeAsistenteSchema } } as const
  app.get('/api/ai/asistente', { config: telling }, () => runtime.asistente.estado())

  const answers = { 200: configuracionDeAsistenteSchema }
  const reading = { access: 'configuracion.leer', answers } as const
  app.get('/api/ai/asistente/configuracion', { config: reading }, async () => describe(await readAjustes(db)))

  const changing = { access: 'configuracion.editar', body: cambioDeAsistenteSchema, answers } as const
  app.put('/api/ai/asistente/configuracion', { config: changing }, async (request) => {
    const { revision, ...asistente } = parseInput(cambioDeAsistenteSchema, request.body)
    const { username: usuario } = request.usuario
    const stored = await changeAjustes(db, {
      usuario,
      revision,
      enviado: request.body,
      describe,
      antes: (before) => ({ asistente: ajustesOf(before) }),
      ahora: { asistente },
      async write(trx) {
        await refuseOther(trx, asistente)
        return writeAsistente(trx, { ...asistente, actualizadoPor: usuario })
      },
    })
    return describe(stored)
  })
}

function ajustesOf({ asistenteServidorId, asistenteModelo }: StoredAjustes): AjustesDeAsistente {
  return { servidorId: asistenteServidorId, modelo: asistenteModelo }
}

function describe(stored: StoredAjustes): ConfiguracionDeAsistente {
  return {
    ajustes: ajustesOf(stored),
    revision: stored.revision,
    actualizadoEn: stored.actualizadoEn.toISOString(),
  }
}

/** Throws DatosInvalidos for a servidor that is not there, or has no models to talk with. */
async function refuseOther(trx: Transaction<Database>, { servidorId }: AjustesDeAsistente): Promise<void> {
  if (servidorId === null) return
  const servidor = await trx
    .selectFrom('servidores')
    .select('tipoServidor')
    .where('id', '=', servidorId)
    .forKeyShare()
    .executeTakeFirst()
  const mensaje = !servidor
    ? 'No existe este servidor.'
    : isServidorDeModelos(servidor.tipoServidor)
      ? null
      : 'Este servidor no tiene modelos con los que conversar.'
  if (mensaje !== null) throw new DatosInvalidos(undefined, { errores: [{ campo: 'servidorId', mensaje }] })
}
