import { type Kysely, sql } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'
import type { MensajeAnterior } from './build-peticion.ts'

type Dicho = Pick<Row<'aiMensajes'>, 'id' | 'rol' | 'texto'>
type Traido = Pick<Row<'aiAdjuntos'>, 'mensajeId' | 'nombre' | 'texto'> & { imagen: Buffer | null }

interface Wanted {
  conversacionId: string
  /** Of what is asked, which is always there. */
  orden: number
  caracteres: number
  /** Of pictures; 0: the model looks at none. */
  imagenesBytes: number
}

export interface Historia {
  mensajes: MensajeAnterior[]
  /** Something of what was said before is left out. */
  cortada: boolean
}

/** What was said up to a message, the newest that fits. */
export async function readHistoria(
  db: Kysely<Database>,
  { conversacionId, orden, caracteres, imagenesBytes }: Wanted,
): Promise<Historia> {
  const { rows: dichos } = await sql<Dicho & { cabe: boolean }>`
    select id, rol, texto, suma <= ${caracteres} or orden = ${orden} as cabe from (
      select id, orden, rol, texto, sum(length(texto) + coalesce(
        (select sum(length(adjunto.texto)) from ai_adjuntos as adjunto where mensaje_id = mensaje.id), 0
      )) over (order by orden desc) as suma
      from ai_mensajes as mensaje
      where conversacion_id = ${conversacionId}::uuid and orden <= ${orden} and estado <> 'generando'
    ) as sumado order by orden`.execute(db)
  const caben = dichos.filter(({ cabe }) => cabe)
  const traidos = await listTraidos(
    db,
    caben.map(({ id }) => id),
    imagenesBytes,
  )
  const byMensaje = Map.groupBy(traidos.adjuntos, ({ mensajeId }) => mensajeId)
  return {
    mensajes: caben.map(({ id, rol, texto }) => ({ rol, texto, adjuntos: byMensaje.get(id) ?? [] })),
    cortada: caben.length < dichos.length || traidos.sinImagen,
  }
}

async function listTraidos(
  db: Kysely<Database>,
  mensajes: readonly string[],
  imagenesBytes: number,
): Promise<{ adjuntos: Traido[]; sinImagen: boolean }> {
  // The newest pictures that fit.
  const { rows } = await sql<Traido & { falta: boolean }>`
    select mensaje_id, nombre, texto, case when suma <= ${imagenesBytes} then imagen end as imagen,
      tipo = 'imagen' and suma > ${imagenesBytes} as falta
    from (
      select *, sum(case tipo when 'imagen' then bytes else 0 end) over (order by creado_en desc, id desc) as suma
      from ai_adjuntos where mensaje_id = any(${mensajes}::uuid[])
    ) as sumado order by creado_en, id`.execute(db)
  return { adjuntos: rows, sinImagen: rows.some(({ falta }) => falta) }
}
