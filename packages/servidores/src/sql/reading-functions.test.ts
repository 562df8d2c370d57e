import { expect, test } from 'vitest'
import { POSTGRESQL_DIALECT } from '../postgresql/postgresql-dialect.ts'
import { compileSql } from './compile-sql.ts'

test.each([
  ['select nombre from clientes where id = :id', true],
  ['select count(*)::int as cuantos from pedido where cliente_id in (:id)', true],
  ["select upper(nombre), coalesce(correo, '') from clientes where (ciudad = 'x' or id = any (:id))", true],
  ['select sum(total) over (partition by ciudad) from pedido group by (ciudad)', true],
  ['with p as (select id from pedido) select * from p where exists (select 1 from p)', true],
  ["select 'cobrar()' as texto, -- cobrar()\n total::numeric(12, 2) from pedido", true],
  ['table clientes', true],
  ['select cobrar(:id)', false],
  ['select * from cobrar (:id)', false],
  ['select mio.count(*) from pedido', false],
  ['select "cobrar"(:id)', false],
  ['select nextval(:id)', false],
  ['select pg_sleep(1)', false],
  ['select * from clientes where id = :id for update', false],
  ['select * from clientes for no key update skip locked', false],
  ['select * from clientes for key share', false],
  [
    'with recursive t as (select 1 as id) search depth first by id set orden update cuenta set saldo = 0 returning id',
    false,
  ],
  ['select cobro\u0301(:id)', false],
  ['select ran\u212a(:id)', false],
  ['select RANK() over (order by total) from pedido', true],
  ['select a into b from c', false],
  ['with p as (delete from pedido returning id) select id from p', false],
  ['explain select 1', false],
  ['show server_version', false],
  ['insert into pedido (id) values (:id)', false],
])('%j calls nothing but what reads: %j', (sql, esPura) => {
  expect(compileSql(sql, POSTGRESQL_DIALECT, ['id'])).toMatchObject({ esPura })
})
