import {
  type Canal,
  canalGuardadoSchema,
  canalResumenSchema,
  canalSchema,
  DatosInvalidos,
  type ErrorDeCampo,
  type Limits,
} from '@div/contract'
import { parseCertificates } from '@div/soap'
import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { Row } from '../../db/tables.ts'
import { noActividad, readActividad } from '../../motor/history/horas-repository.ts'
import { keepMasks, maskParts, sealParts } from '../../secretos/canal-secrets.ts'
import { hideAddress } from '../../secretos/given-secret.ts'
import type { Secretos } from '../../secretos/secretos.ts'
import { describeFilter } from '../resource/list-query.ts'
import { refuseRedPrivada } from '../resource/refuse-red-privada.ts'
import type { ResourceDefinition } from '../resource/resource-definition.ts'
import { refuseSinFirma } from './refuse-sin-firma.ts'
import { countAsignaciones, countUsos, listUsos, toRow } from './repository.ts'

export function describeCanales({
  secretos,
  limits,
}: {
  secretos: Secretos
  limits: Limits
}): ResourceDefinition<Row<'canales'>, Canal> {
  return {
    resource: 'canales',
    label: 'el canal',
    table: 'canales',
    schema: z.preprocess(keepMasks, canalSchema),
    answer: canalGuardadoSchema,
    summary: canalResumenSchema,
    derived: ['procesos', 'actividad'],
    filters: {
      tipo: { schema: describeFilter(['REST', 'SOAP']), where: (tipo) => sql<SqlBool>`tipo = ${tipo}` },
    },
    async toRow(input, { id, before, usuario, given }) {
      const isOwnMaximum = given.maxCuerpoBytes !== undefined
      const errores = [
        ...findChangedTipo(input, before),
        ...findBadOrigenes(input),
        ...findBadFirma(input),
        ...findBadAdjuntos(input),
        ...(isOwnMaximum ? findTooLarge(input, limits) : []),
      ]
      if (errores.length > 0) throw new DatosInvalidos(undefined, { errores })
      refuseRedPrivada(usuario.role, {
        campo: 'acceso.permitirRedPrivada',
        before: before?.acceso.permitirRedPrivada === true,
        after: input.acceso.tipo === 'jwt' && input.acceso.permitirRedPrivada,
        moved: input.acceso.tipo === 'jwt' && input.acceso.jwks !== before?.acceso.jwks,
      })
      refuseRedPrivada(usuario.role, {
        campo: 'aviso.permitirRedPrivada',
        before: before?.aviso?.permitirRedPrivada === true,
        after: input.aviso?.permitirRedPrivada === true,
        moved: input.aviso?.url !== before?.aviso?.url,
      })
      // What nobody chose follows the limit of the product.
      const maxCuerpoBytes = Math.min(input.maxCuerpoBytes, limits.cuerpoBytes)
      return toRow({ ...input, maxCuerpoBytes }, sealParts(input, { id, before, secretos }))
    },
    toJson,
    toReader: (canal) => ({ ...canal, aviso: hideAddress(canal.aviso) }),
    async toSummaries(db, rows) {
      const ids = rows.map(({ id }) => id)
      const [counts, actividades] = await Promise.all([
        countAsignaciones(db, ids),
        readActividad(db, { columna: 'canal_id', ids }),
      ])
      return rows.map((row) => ({
        ...toJson(row),
        procesos: counts.get(row.id) ?? 0,
        actividad: actividades.get(row.id) ?? noActividad(),
      }))
    },
    listUsos,
    countUsos,
    async afterWrite(row, { trx, before }) {
      // One that an earlier version let be published can be edited and turned off all the same.
      if (before && row.activo && !isSignedNow(before)) {
        const campo = before.acceso.tipo === 'firma' ? 'activo' : 'acceso.tipo'
        await refuseSinFirma(trx, row, () => campo)
      }
    },
  }
}

function toJson(row: Row<'canales'>) {
  const { id, revision, creadoEn, actualizadoEn, actualizadoPor, ...canal } = row
  return { ...canal, ...maskParts(row) }
}

function isSignedNow({ activo, acceso }: Pick<Row<'canales'>, 'activo' | 'acceso'>): boolean {
  return activo && acceso.tipo === 'firma'
}

/** What is assigned to a canal of one type has no place in one of the other. */
function findChangedTipo({ tipo }: Canal, before: Row<'canales'> | undefined): ErrorDeCampo[] {
  if (!before || before.tipo === tipo) return []
  return [{ campo: 'tipo', mensaje: `El tipo no se cambia: cree otro canal ${tipo}.` }]
}

/** What no browser sends as Origin would let nobody in. */
function findBadOrigenes({ cors }: Canal): ErrorDeCampo[] {
  const mensaje = 'Escriba * o un origen sin ruta, como https://tienda.ejemplo.es o http://localhost:5173.'
  return (cors?.origenes ?? []).flatMap((origen, index) =>
    origen === '*' || isOrigen(origen) ? [] : { campo: `cors.origenes[${index}]`, mensaje },
  )
}

/** Scheme, host and port as a browser spells them (RFC 6454, 6.2): of the web in small letters, without the port of its scheme. */
function isOrigen(text: string): boolean {
  if (!/^[a-z][a-z\d+.-]*:\/\/[^\s/?#@*]+$/.test(text)) return false
  return !/^https?:/.test(text) || (URL.canParse(text) && new URL(text).origin === text)
}

/** A canal cannot take more than the product does; storing it would promise what the motor does not keep. */
function findTooLarge({ maxCuerpoBytes }: Canal, { cuerpoBytes }: Limits): ErrorDeCampo[] {
  if (maxCuerpoBytes <= cuerpoBytes) return []
  const mensaje = `El producto admite como mucho ${cuerpoBytes} bytes (ajuste DIV_LIMITE_CUERPO_BYTES).`
  return [{ campo: 'maxCuerpoBytes', mensaje }]
}

/** What travels beside an envelope is signed by nobody. */
function findBadAdjuntos({ tipo, acceso, adjuntos }: Canal): ErrorDeCampo[] {
  if (adjuntos === 'sobre') return []
  const refuse = (mensaje: string) => [{ campo: 'adjuntos', mensaje }]
  if (tipo !== 'SOAP') return refuse('Solo los mensajes de un canal SOAP tienen sobre.')
  return acceso.tipo === 'firma' ? refuse('Lo que viaja junto al sobre no iría firmado.') : []
}

/** Signatures stand in envelopes, and are of somebody. */
function findBadFirma({ tipo, acceso }: Canal): ErrorDeCampo[] {
  if (acceso.tipo !== 'firma') return []
  const refuse = (mensaje: string) => [{ campo: 'acceso.certificados', mensaje }]
  if (tipo !== 'SOAP') return [{ campo: 'acceso.tipo', mensaje: 'Solo los canales SOAP llegan firmados.' }]
  try {
    return parseCertificates(acceso.certificados).length === 0 ? refuse('No hay ningún certificado PEM.') : []
  } catch {
    // What the parser throws speaks of its own inside.
    return refuse('Uno de los certificados no se entiende.')
  }
}
