import { definePlantilla, TIENDA } from '../define-plantilla.ts'
import { call, entrada, salida } from '../write-flujo.ts'

export default definePlantilla('api-paginada', {
  nombre: 'Consulta con filtro y páginas',
  resumen: 'Ofrece una lista por páginas, con un filtro que puede faltar y el total de lo que hay.',
  categoria: 'api',
  propuesta: { por: 'canal', texto: 'Un canal REST, en GET /productos.' },
  servidores: { tienda: TIENDA },
  nodos: [
    entrada([
      { nombre: 'nombre', tipo: 'texto', defecto: '', descripcion: 'Parte del nombre', ejemplo: 'Café' },
      { nombre: 'pagina', tipo: 'entero', defecto: 1, validacion: { minimo: 1 } },
      { nombre: 'limite', tipo: 'entero', defecto: 5, validacion: { minimo: 1, maximo: 100 } },
    ]),
    call('cuantos', 'Contar', {
      a: 'tienda.consulta',
      objeto: { sql: 'select count(*) as total from productos where nombre like :parecido' },
      con: { parecido: '="%" & entrada.nombre & "%"' },
    }),
    call('productos', 'Leer la página', {
      a: 'tienda.consulta',
      objeto: {
        sql: `select codigo, nombre, precio_centimos from productos
where nombre like :parecido order by codigo limit :limite offset :desde`,
      },
      con: {
        parecido: '="%" & entrada.nombre & "%"',
        limite: '=entrada.limite',
        desde: '=(entrada.pagina - 1) * entrada.limite',
      },
    }),
    salida('respuesta', 'Página', {
      campos: {
        'total:entero': '=cuantos.filas[0].total',
        'pagina:entero': '=entrada.pagina',
        'paginas:entero': '=ENTERO(REDONDEAR_MAS(cuantos.filas[0].total / entrada.limite; 0))',
        'productos:lista':
          '=MAPEAR(productos.filas; { codigo: elemento.codigo, nombre: elemento.nombre, precio: elemento.precio_centimos / 100 })',
      },
    }),
  ],
  conexiones: ['entrada > cuantos > productos > respuesta'],
  casos: [
    {
      nombre: 'La segunda página de tres productos',
      entrada: { pagina: 2, limite: 2 },
      fijados: {
        cuantos: { filas: [{ total: 3 }], total: 1 },
        productos: { filas: [{ codigo: 'TE-1', nombre: 'Té', precio_centimos: 340 }], total: 1 },
      },
      espera: [
        200,
        { total: 3, pagina: 2, paginas: 2, productos: [{ codigo: 'TE-1', nombre: 'Té', precio: 3.4 }] },
      ],
    },
    { nombre: 'Más de cien por página', entrada: { limite: 101 }, espera: 'ENTRADA_INVALIDA' },
  ],
})
