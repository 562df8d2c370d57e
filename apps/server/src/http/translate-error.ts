import {
  AppError,
  ArchivoIlegible,
  BaseDeDatosLlena,
  BaseDeDatosNoDisponible,
  CuerpoDemasiadoGrande,
  CuerpoInvalido,
  DireccionInvalida,
  type Limits,
  lookUp,
  PeticionMalFormada,
  TipoDeMedioNoAdmitido,
} from '@div/contract'
import type { FastifyRequest } from 'fastify'
import { isDatabaseAway } from '../db/is-database-away.ts'
import { isDiskFull } from '../db/is-disk-full.ts'

/** What the framework refuses, in the words of the product. What it does not know stays as it is: a bug of ours. */
export function translateError(error: unknown, request: FastifyRequest, limits: Limits): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error
  if (isDatabaseAway(error)) return new BaseDeDatosNoDisponible(undefined, { cause: error })
  if (isDiskFull(error)) return new BaseDeDatosLlena(undefined, { cause: error })
  if (BROKEN_FORM.test(error.message))
    return refuseArchivo('el formulario llegó incompleto')(request, limits, error)
  if (!('code' in error)) return error
  const translate = lookUp(TRANSLATIONS, String(error.code))
  if (translate) return translate(request, limits, error)
  const isRefusal = 'statusCode' in error && Number(error.statusCode) >= 400 && Number(error.statusCode) < 500
  return isRefusal ? new PeticionMalFormada(undefined, { cause: error }) : error
}

/** Of busboy, which gives these no code. */
const BROKEN_FORM =
  /^(?:Multipart: Boundary not found|(?:\w+ terminated early due to )?[Uu]nexpected end of multipart data)$/

type Translate = (request: FastifyRequest, limits: Limits, cause: Error) => AppError

const TRANSLATIONS: Readonly<Record<string, Translate>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: refuseMediaType,
  FST_INVALID_MULTIPART_CONTENT_TYPE: refuseMediaType,
  FST_ERR_CTP_BODY_TOO_LARGE: (_, { cuerpoBytes }) => new CuerpoDemasiadoGrande({ maximoBytes: cuerpoBytes }),
  FST_REQ_FILE_TOO_LARGE: (_, { importacionBytes }) =>
    new CuerpoDemasiadoGrande({ maximoBytes: importacionBytes }),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: (_request, _limits, cause) =>
    new CuerpoInvalido({ motivo: 'no mide lo que dice Content-Length' }, { cause }),
  FST_ERR_BAD_URL: (_request, _limits, cause) =>
    new DireccionInvalida({ motivo: 'tiene un porcentaje mal escrito' }, { cause }),
  FST_FILES_LIMIT: refuseArchivo('se envió más de uno'),
  FST_FIELDS_LIMIT: refuseArchivo('el formulario lleva un campo que no es un archivo'),
  FST_PROTO_VIOLATION: refuseArchivo('el nombre de su campo está reservado'),
  FST_MP_PREMATURE_CLOSE: refuseArchivo('el formulario llegó incompleto'),
}

function refuseArchivo(motivo: string): Translate {
  return (_request, _limits, cause) => new ArchivoIlegible({ motivo }, { cause })
}

function refuseMediaType({ headers, routeOptions }: FastifyRequest, _limits: Limits, cause: Error): AppError {
  const admitidos = [routeOptions.config?.bodyType ?? 'application/json']
  return new TipoDeMedioNoAdmitido({ tipo: headers['content-type'] ?? 'ninguno', admitidos }, { cause })
}
