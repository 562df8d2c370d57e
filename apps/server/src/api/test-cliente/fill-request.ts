import { NoEncontrado } from '@div/contract'
import type { FastifyRequest } from 'fastify'
import type { ApiDeps } from '../api-deps.ts'
import type { AuditEntry } from '../auditoria/audit.ts'
import { parseInput } from '../resource/parse-input.ts'
import { RECURSO } from './add-entorno.ts'
import { withEntornoSchema } from './bodies.ts'
import { findEntorno, openEntorno } from './entornos-repository.ts'
import { fillBody } from './fill-body.ts'

interface Filled {
  body: unknown
  /** What the audit tells of the secrets that are in it now (rule 21); empty: there are none. */
  usos: readonly AuditEntry[]
}

/** What is asked for, with the values of the caller's entorno in it. */
export async function fillRequest(
  { body, usuario }: Pick<FastifyRequest, 'body' | 'usuario'>,
  { db, secretos, config: { limits } }: Pick<ApiDeps, 'db' | 'secretos' | 'config'>,
): Promise<Filled> {
  const given = parseInput(withEntornoSchema, body)
  if (given.entornoId === null) return { body: given, usos: [] }
  const entorno = await findEntorno(db, { id: given.entornoId, usuarioId: usuario.id })
  if (!entorno) throw new NoEncontrado({ recurso: 'el entorno', id: given.entornoId })
  const { nombre } = entorno
  const used = new Set<string>()
  const filled = fillBody(given, {
    nombre,
    valores: openEntorno(entorno, secretos),
    maximoBytes: limits.cuerpoBytes,
    onUse: (variable) => used.add(variable),
  })
  const variables = entorno.variables.flatMap((each) =>
    each.secreto && used.has(each.nombre) ? [each.nombre] : [],
  )
  const uso: AuditEntry = {
    usuario: usuario.username,
    accion: 'usar',
    recurso: RECURSO,
    recursoId: entorno.id,
    detalle: { nombre, variables },
  }
  return { body: filled, usos: variables.length === 0 ? [] : [uso] }
}
