import type { Plantilla } from '@div/contract'
import adjuntosDeCorreo from './catalogo/adjuntos-de-correo.ts'
import alternativaSiFalla from './catalogo/alternativa-si-falla.ts'
import anchoFijoAJson from './catalogo/ancho-fijo-a-json.ts'
import apiPaginada from './catalogo/api-paginada.ts'
import aprobacionConEspera from './catalogo/aprobacion-con-espera.ts'
import archivarEnS3 from './catalogo/archivar-en-s3.ts'
import baseDeDatosARest from './catalogo/base-de-datos-a-rest.ts'
import colaABase from './catalogo/cola-a-base.ts'
import consultaConCache from './catalogo/consulta-con-cache.ts'
import consultarDirectorio from './catalogo/consultar-directorio.ts'
import csvSftpABase from './catalogo/csv-sftp-a-base.ts'
import ediAJson from './catalogo/edi-a-json.ts'
import enriquecerEnParalelo from './catalogo/enriquecer-en-paralelo.ts'
import informePorCorreo from './catalogo/informe-por-correo.ts'
import jsonAXlsx from './catalogo/json-a-xlsx.ts'
import limpiezaProgramada from './catalogo/limpieza-programada.ts'
import partirArchivo from './catalogo/partir-archivo.ts'
import pedidoConCompensacion from './catalogo/pedido-con-compensacion.ts'
import receptorIdempotente from './catalogo/receptor-idempotente.ts'
import recorrerApiPaginada from './catalogo/recorrer-api-paginada.ts'
import restASoap from './catalogo/rest-a-soap.ts'
import sincronizarPorCursor from './catalogo/sincronizar-por-cursor.ts'
import soapARest from './catalogo/soap-a-rest.ts'
import webhookAVarios from './catalogo/webhook-a-varios.ts'

/** The catalogue, by category: one line a template. */
export const PLANTILLAS: readonly Plantilla[] = [
  baseDeDatosARest,
  apiPaginada,
  consultaConCache,
  consultarDirectorio,
  restASoap,
  soapARest,
  recorrerApiPaginada,
  enriquecerEnParalelo,
  csvSftpABase,
  partirArchivo,
  adjuntosDeCorreo,
  archivarEnS3,
  ediAJson,
  anchoFijoAJson,
  jsonAXlsx,
  colaABase,
  webhookAVarios,
  informePorCorreo,
  sincronizarPorCursor,
  limpiezaProgramada,
  pedidoConCompensacion,
  aprobacionConEspera,
  alternativaSiFalla,
  receptorIdempotente,
]
