import pg from 'pg'

/** Rows of `cliente`, from which look-ups choose at random. */
export const CLIENTES = 100_000
const CIUDADES = ['Valencia', 'Zaragoza', 'Santiago', 'Bogotá', 'A Coruña', 'Murcia', 'Montevideo', 'Bilbao']

/** The tables that every workload uses, the same for both sides. */
export async function createTables(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(`
      create table cliente (id integer primary key, nombre text not null, correo text not null, ciudad text not null);
      create table pedido (id integer primary key, cliente_id integer not null, total numeric(12, 2) not null);
      create table origen (id integer primary key, nombre text not null, importe integer not null);
      create table destino (id integer not null, nombre text not null, importe integer not null);
      create table aceptado (id uuid primary key, datos jsonb not null, aceptado timestamptz not null default now())`)
    await client.query(
      `insert into cliente select n, 'Cliente ' || n, 'cliente' || n || '@banco.example', ($2::text[])[1 + n % 8]
       from generate_series(1, $1) n`,
      [CLIENTES, CIUDADES],
    )
    await client.query(
      `insert into pedido select n, 1 + n % $1, (n % 997) + 0.25 from generate_series(1, $1 * 3) n`,
      [CLIENTES],
    )
    await client.query('create index on pedido (cliente_id)')
    await client.query('analyze')
  } finally {
    await client.end()
  }
}

/** Fills the table that `bulk` reads, and empties the one it writes. */
export async function fillOrigen(url: string, rows: number): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query('truncate origen, destino')
    await client.query(
      `insert into origen select n, 'Artículo ' || n, n % 1000 from generate_series(1, $1) n`,
      [rows],
    )
  } finally {
    await client.end()
  }
}

/** How many rows `bulk` has written, and their sum, so that half a copy is not taken for one. */
export async function readDestino(url: string): Promise<{ filas: number; suma: number }> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query(
      'select count(*)::int as filas, coalesce(sum(importe), 0)::float8 as suma from destino',
    )
    return rows[0]
  } finally {
    await client.end()
  }
}
