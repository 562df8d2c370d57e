import { definePlantilla, INTERNO, TIENDA } from '../define-plantilla.ts'
import { call, condicion, entrada, join, salida, split, transform } from '../write-flujo.ts'

export default definePlantilla('sincronizar-por-cursor', {
  nombre: 'Sincronizar dos sistemas por cursor',
  resumen: 'Trae de un servicio lo que cambió desde la última vez, lo guarda y recuerda hasta dónde llegó.',
  categoria: 'tareas',
  propuesta: { por: 'tarea', texto: 'Una tarea cada cinco minutos, sin solaparse.' },
  servidores: {
    origen: { nombre: 'Clientes (REST)', tipos: ['rest'], uso: 'El servicio del que se traen cambios' },
    tienda: TIENDA,
    interno: INTERNO,
  },
  tablas: [
    {
      nombre: 'cursores',
      columnas: [{ nombre: 'sistema', unico: true }, { nombre: 'valor' }],
      filas: [{ sistema: 'clientes', valor: '0' }],
    },
  ],
  nodos: [
    entrada([]),
    call('cursor', 'Hasta dónde se llegó', {
      a: 'interno.tabla',
      objeto: { tabla: 'cursores', operacion: 'buscar' },
      con: { sistema: 'clientes' },
    }),
    call('cambios', 'GET /clientes?desde=…', {
      a: 'origen.operacion',
      objeto: { metodo: 'GET', ruta: '/clientes' },
      con: { desde: '=cursor.valor' },
      politica: { tiempoMaximoMs: 30_000, reintentos: { max: 3, esperaMs: 1_000 }, enError: 'detener' },
    }),
    condicion('hay', '¿Hay cambios?', { si: 'CONTAR(cambios.cuerpo.clientes) > 0' }),
    split('clientes', 'Por cada cliente', { lista: 'cambios.cuerpo.clientes' }),
    call('cambiar', 'Cambiar el que está', {
      a: 'tienda.consulta',
      objeto: { sql: 'update clientes set nombre = :nombre, ciudad = :ciudad where correo = :correo' },
      con: { nombre: '=elemento.nombre', ciudad: '=elemento.ciudad', correo: '=elemento.correo' },
    }),
    condicion('estaba', '¿Estaba?', { si: 'cambiar.afectadas > 0' }),
    call('crear', 'Crear el que falta', {
      a: 'tienda.consulta',
      objeto: {
        sql: `insert into clientes (id, nombre, correo, ciudad, alta)
          select coalesce(max(id), 0) + 1, :nombre, :correo, :ciudad, :alta from clientes`,
      },
      con: {
        nombre: '=elemento.nombre',
        correo: '=elemento.correo',
        ciudad: '=elemento.ciudad',
        alta: '=HOY()',
      },
    }),
    join('guardados', 'Clientes guardados', 'clientes', {
      correo: '=elemento.correo',
      nuevo: '=cambiar.afectadas = 0',
    }),
    transform('avance', 'El nuevo cursor', { campos: { valor: '=TEXTO(cambios.cuerpo.cursor)' } }),
    call('recordar', 'Recordar el cursor', {
      a: 'interno.tabla',
      objeto: { tabla: 'cursores', operacion: 'actualizar', claves: ['sistema'] },
      con: { sistema: 'clientes', valor: '=avance.valor' },
    }),
    salida('resumen', 'Resumen', {
      campos: {
        'recibidos:entero': '=guardados.total',
        'nuevos:entero': '=CONTAR_SI(guardados.elementos; elemento.nuevo)',
        'cursor:texto': '=avance.valor',
      },
    }),
    salida('nada', 'Sin cambios', {
      campos: { 'recibidos:entero': 0, 'nuevos:entero': 0, 'cursor:texto': '=cursor.valor' },
    }),
  ],
  conexiones: [
    'entrada > cursor > cambios > hay',
    'hay.si > clientes',
    'clientes.elemento > cambiar > estaba',
    'estaba.si > guardados',
    'estaba.otro > crear > guardados > avance > recordar > resumen',
    'hay.otro > nada',
  ],
  casos: [
    {
      nombre: 'Dos cambios',
      fijados: {
        cursor: { id: '1', revision: 1, sistema: 'clientes', valor: '41' },
        cambios: {
          estado: 200,
          cabeceras: {},
          cuerpo: {
            cursor: 43,
            clientes: [
              { nombre: 'Lucía', ciudad: 'Lugo', correo: 'cliente1@tienda.example' },
              { nombre: 'Mateo', ciudad: 'Teruel', correo: 'cliente2@tienda.example' },
            ],
          },
        },
        cambiar: { afectadas: 1 },
        recordar: { afectadas: 1 },
      },
      espera: [200, { recibidos: 2, nuevos: 0, cursor: '43' }],
    },
    {
      nombre: 'Uno que no estaba',
      fijados: {
        cursor: { id: '1', revision: 1, sistema: 'clientes', valor: '43' },
        cambios: {
          estado: 200,
          cabeceras: {},
          cuerpo: {
            cursor: 44,
            clientes: [{ nombre: 'Nuria', ciudad: 'Soria', correo: 'nuria@tienda.example' }],
          },
        },
        cambiar: { afectadas: 0 },
        crear: { afectadas: 1 },
        recordar: { afectadas: 1 },
      },
      espera: [200, { recibidos: 1, nuevos: 1, cursor: '44' }],
    },
    {
      nombre: 'Nada nuevo',
      fijados: {
        cursor: { id: '1', revision: 1, sistema: 'clientes', valor: '43' },
        cambios: { estado: 200, cabeceras: {}, cuerpo: { cursor: 43, clientes: [] } },
      },
      espera: [200, { recibidos: 0, nuevos: 0, cursor: '43' }],
    },
  ],
})
