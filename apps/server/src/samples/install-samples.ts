import { join } from 'node:path'
import type { Limits } from '@div/contract'
import type { Kysely, Transaction } from 'kysely'
import { describeCanales } from '../api/canales/canales.ts'
import { replaceAsignaciones } from '../api/canales/repository.ts'
import { procesos } from '../api/procesos/procesos.ts'
import { publishProceso } from '../api/procesos/publish-proceso.ts'
import { insertRecord } from '../api/resource/register-resource.ts'
import type { Actor } from '../api/resource/resource-definition.ts'
import { describeServidores } from '../api/servidores/servidores.ts'
import type { Database } from '../db/tables.ts'
import type { Secretos } from '../secretos/secretos.ts'
import { SERVIDOR_DE_EJEMPLO } from './servidor-de-ejemplo.ts'
import { createTiendaDatabase } from './tienda-database.ts'
import { consultarCliente, cotizarEnvio, registrarPedido } from './tienda-flujos.ts'

const ARCHIVO = 'tienda.db'

/** The sample shop: its database, its servidor, three published procesos and the canal `/rest/tienda`. All of it or nothing. */
export async function installSamples(
  db: Kysely<Database>,
  { secretos, limits, folder, internoId, usuario }: SampleOptions,
): Promise<void> {
  await createTiendaDatabase(join(folder, ARCHIVO))
  await db.transaction().execute(async (trx) => {
    const servidores = describeServidores({ secretos, carpetaArchivos: [folder], limits })
    const servidor = await insertRecord(servidores, {
      trx,
      usuario,
      body: {
        nombre: SERVIDOR_DE_EJEMPLO,
        tipoServidor: 'sqlite',
        descripcion: 'Clientes, productos y pedidos de una tienda pequeña',
        config: { archivo: ARCHIVO },
      },
    })
    const ids = { servidorId: servidor.id, internoId }
    const consultarClienteId = await publish(trx, usuario, {
      nombre: 'Consultar cliente',
      descripcion: 'Busca un cliente y sus pedidos; contesta 404 si no existe',
      flujo: consultarCliente(ids),
    })
    const registrarPedidoId = await publish(trx, usuario, {
      nombre: 'Registrar pedido',
      descripcion: 'Guarda un pedido y sus líneas en una sola transacción',
      flujo: registrarPedido(ids),
    })
    const cotizarEnvioId = await publish(trx, usuario, {
      nombre: 'Cotizar envío',
      descripcion: 'Decide con una condición y llama a otro proceso',
      flujo: cotizarEnvio({ ...ids, consultarClienteId }),
    })
    const canal = await insertRecord(describeCanales({ secretos, limits }), {
      trx,
      usuario,
      body: {
        nombre: 'Tienda',
        tipo: 'REST',
        ruta: 'tienda',
        descripcion: 'La tienda de ejemplo como API',
        acceso: { tipo: 'publico' },
      },
    })
    await replaceAsignaciones(trx, canal.id, [
      { procesoId: consultarClienteId, version: 'publicada', metodo: 'GET', ruta: '/clientes/{id}' },
      { procesoId: registrarPedidoId, version: 'publicada', metodo: 'POST', ruta: '/pedidos' },
      { procesoId: cotizarEnvioId, version: 'publicada', metodo: 'POST', ruta: '/cotizaciones' },
    ])
  })
}

interface SampleOptions {
  secretos: Secretos
  limits: Limits
  /** Where SQLite files may be opened; the shop's is made there. */
  folder: string
  internoId: string
  /** In whose name it is stored. */
  usuario: Actor
}

async function publish(
  trx: Transaction<Database>,
  usuario: Actor,
  body: { nombre: string; descripcion: string; flujo: object },
): Promise<string> {
  const proceso = await insertRecord(procesos, { trx, usuario, body })
  await publishProceso(trx, { proceso, nota: 'De ejemplo', usuario: usuario.username })
  return proceso.id
}
