import type { ColumnType } from 'kysely'

/** Stored as jsonb: read as the value, written as its JSON text. */
export type Json<Value> = ColumnType<Value, string, string>
