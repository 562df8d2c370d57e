import { ClaveMaestraIncorrecta, SecretoIlegible } from '@div/contract'
import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Database } from '../db/tables.ts'
import { derive, isSealed, type MasterKey, open, seal } from './seal.ts'
import { isRecord, mapSecrets } from './secret-fields.ts'

/** Seals and opens what is secret. Opened values go to connectors and to nobody else. */
export interface Secretos {
  seal(recordId: string, text: string): string
  /** Throws SecretoIlegible. */
  open(recordId: string, sealed: string): string
  /** A key for a purpose of its own: signing sessions, deriving refresh tokens. */
  derive(purpose: string): Buffer
  /** What signed addresses of signals before the key was changed, and until when. */
  senalesDeAntes(): Promise<readonly SenalesDeAntes[]>
  /**
   * Checks a config and seals its secrets. A secret that is absent or is the mask `{ definido: true }` stays what it was in `previous`.
   * Throws the schema's ZodError.
   */
  sealConfig(
    schema: z.ZodType,
    recordId: string,
    config: unknown,
    previous?: Readonly<Record<string, unknown>>,
  ): Record<string, unknown>
  openConfig(
    schema: z.ZodType,
    recordId: string,
    sealed: Readonly<Record<string, unknown>>,
  ): Record<string, unknown>
  /** What a person may see: `{ definido }` in place of every secret. */
  maskConfig(schema: z.ZodType, sealed: Readonly<Record<string, unknown>>): Record<string, unknown>
}

/** The purpose of the key that signs addresses of signals. */
export const SENALES = 'senales'

interface SenalesDeAntes {
  key: Buffer
  hasta: Date
}

/** The text that every key seals once, so that a wrong one is told apart from damaged data. */
const CHECK = 'DIV'

/** Throws ClaveMaestraIncorrecta when this is not the key of this database; a new database takes the key as its own. */
export async function createSecretos(options: {
  db: Kysely<Database>
  masterKey: Buffer
}): Promise<Secretos> {
  const key = await findKey(options.db, options.masterKey)

  function openText(recordId: string, sealed: string): string {
    const text = open(key, recordId, sealed)
    if (text === undefined) throw new SecretoIlegible({ registro: recordId })
    return text
  }
  const openValue = (recordId: string) => (value: unknown) =>
    isSealed(value) ? openText(recordId, value) : value

  return {
    seal: (recordId, text) => seal(key, recordId, text),
    open: openText,
    derive: (purpose) => derive(key, purpose),
    async senalesDeAntes() {
      const retired = await options.db
        .selectFrom('clavesSecretos')
        .select(['id', 'senales', 'retiradaEn'])
        .where('senales', 'is not', null)
        .orderBy('retiradaEn', 'desc')
        .execute()
      return retired.flatMap(({ id, senales, retiradaEn }) =>
        senales === null || retiradaEn === null
          ? []
          : [{ key: Buffer.from(openText(id, senales), 'base64'), hasta: retiradaEn }],
      )
    },
    sealConfig(schema, recordId, config, previous) {
      const given = mapSecrets(
        schema,
        config,
        (value, before) => (value === undefined || isMask(value) ? openValue(recordId)(before) : value),
        previous,
      )
      const sealed = mapSecrets(schema, schema.parse(given), (value) =>
        typeof value === 'string' && value !== '' ? seal(key, recordId, value) : value,
      )
      return asRecord(sealed)
    },
    openConfig: (schema, recordId, sealed) => asRecord(mapSecrets(schema, sealed, openValue(recordId))),
    maskConfig: (schema, sealed) =>
      asRecord(
        mapSecrets(schema, sealed, (value) => ({ definido: typeof value === 'string' && value !== '' })),
      ),
  }
}

function isMask(value: unknown): boolean {
  return isRecord(value) && 'definido' in value
}

function asRecord(value: unknown): Record<string, unknown> {
  if (!isRecord(value)) throw new TypeError('a config is an object')
  return value
}

async function findKey(db: Kysely<Database>, bytes: Buffer): Promise<MasterKey> {
  const known = await db.selectFrom('clavesSecretos').selectAll().where('retiradaEn', 'is', null).execute()
  if (known.length === 0) return addKey(db, bytes)
  const key = known
    .map(({ id, comprobacion }) => ({ id, bytes, comprobacion }))
    .find((each) => open(each, each.id, each.comprobacion) === CHECK)
  if (!key) throw new ClaveMaestraIncorrecta()
  return { id: key.id, bytes }
}

/** Registers a key with the text that proves it later. */
export async function addKey(db: Kysely<Database>, bytes: Buffer): Promise<MasterKey> {
  const key = { id: uuid(), bytes }
  await db
    .insertInto('clavesSecretos')
    .values({ id: key.id, comprobacion: seal(key, key.id, CHECK), retiradaEn: null })
    .execute()
  return key
}
