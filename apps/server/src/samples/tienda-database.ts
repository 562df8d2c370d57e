import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import Sqlite from 'better-sqlite3'

/** Prices are whole céntimos, as a shop keeps them: SQLite has no exact decimal of its own. */
const SCHEMA = `
  create table clientes (
    id integer primary key,
    nombre text not null,
    correo text not null unique,
    ciudad text not null,
    alta date not null);
  create table productos (
    id integer primary key,
    codigo text not null unique,
    nombre text not null,
    precio_centimos integer not null check (precio_centimos >= 0),
    existencias integer not null check (existencias >= 0));
  create table pedidos (
    id integer primary key autoincrement,
    cliente_id integer not null references clientes (id),
    fecha text not null default (datetime('now')),
    total_centimos integer not null default 0);
  create table pedido_lineas (
    id integer primary key autoincrement,
    pedido_id integer not null references pedidos (id),
    producto_id integer not null references productos (id),
    cantidad integer not null check (cantidad > 0),
    precio_centimos integer not null);
  create index pedidos_cliente on pedidos (cliente_id);
  create index pedido_lineas_pedido on pedido_lineas (pedido_id);`

const CLIENTES = [
  ['Lucía Ferrán', 'Valencia'],
  ['Mateo Ibáñez', 'Zaragoza'],
  ['Camila Rojas', 'Santiago'],
  ['Andrés Peña', 'Bogotá'],
  ['Noa Castelao', 'A Coruña'],
  ['Julián Ñíguez', 'Murcia'],
  ['Valentina Acuña', 'Montevideo'],
  ['Iker Zubeldia', 'Bilbao'],
] as const

const PRODUCTOS = [
  ['CAF-250', 'Café de tueste natural, 250 g', 595, 120],
  ['CAF-1000', 'Café de tueste natural, 1 kg', 2_090, 40],
  ['TE-VERDE', 'Té verde, 20 bolsas', 340, 80],
  ['MOL-MAN', 'Molinillo manual', 3_450, 12],
  ['CAF-ITA', 'Cafetera italiana, 6 tazas', 2_775, 18],
  ['TAZA-AZ', 'Taza azul', 890, 60],
  ['FIL-100', 'Filtros de papel, 100 unidades', 415, 200],
  ['BAS-DIG', 'Báscula digital', 4_990, 3],
] as const

/** Makes the sample shop's database, whole or not at all. The same data every time. */
export async function createTiendaDatabase(file: string): Promise<void> {
  const unfinished = `${file}.nueva`
  await mkdir(dirname(file), { recursive: true })
  await rm(unfinished, { force: true })
  const db = new Sqlite(unfinished)
  try {
    db.exec(SCHEMA)
    db.transaction(fill)(db)
  } finally {
    db.close()
  }
  await rename(unfinished, file)
}

function fill(db: Sqlite.Database): void {
  const cliente = db.prepare('insert into clientes (id, nombre, correo, ciudad, alta) values (?, ?, ?, ?, ?)')
  CLIENTES.forEach(([nombre, ciudad], index) => {
    cliente.run(index + 1, nombre, `cliente${index + 1}@tienda.example`, ciudad, `2026-0${index + 1}-15`)
  })
  const producto = db.prepare(
    'insert into productos (id, codigo, nombre, precio_centimos, existencias) values (?, ?, ?, ?, ?)',
  )
  PRODUCTOS.forEach(([codigo, nombre, precio, existencias], index) => {
    producto.run(index + 1, codigo, nombre, precio, existencias)
  })
  const pedido = db.prepare('insert into pedidos (cliente_id, fecha, total_centimos) values (?, ?, ?)')
  const linea = db.prepare(
    'insert into pedido_lineas (pedido_id, producto_id, cantidad, precio_centimos) values (?, ?, ?, ?)',
  )
  // Two orders a customer, of one and of two lines; the arithmetic only spreads products and amounts.
  for (let number = 0; number < CLIENTES.length * 2; number++) {
    const lineas = Array.from({ length: (number % 2) + 1 }, (_, position) => {
      const index = (number * 3 + position) % PRODUCTOS.length
      return {
        productoId: index + 1,
        cantidad: ((number + position) % 3) + 1,
        precio: PRODUCTOS[index]?.[2] ?? 0,
      }
    })
    const total = lineas.reduce((sum, { cantidad, precio }) => sum + cantidad * precio, 0)
    const day = String((number % 28) + 1).padStart(2, '0')
    const { lastInsertRowid } = pedido.run((number % CLIENTES.length) + 1, `2026-10-${day} 10:00:00`, total)
    for (const { productoId, cantidad, precio } of lineas)
      linea.run(lastInsertRowid, productoId, cantidad, precio)
  }
}
