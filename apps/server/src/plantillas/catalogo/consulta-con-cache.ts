import { dato, definePlantilla, INTERNO } from '../define-plantilla.ts'
import { call, condicion, entrada, salida } from '../write-flujo.ts'

export default definePlantilla('consulta-con-cache', {
  nombre: 'Datos maestros con caché',
  resumen: 'Contesta de una tabla de DIV; lo que no está se pregunta una vez al servicio y se guarda.',
  categoria: 'api',
  propuesta: { por: 'canal', texto: 'Un canal REST, en GET /paises/{codigo}.' },
  servidores: {
    maestros: { nombre: 'Países (REST)', tipos: ['rest'], uso: 'El servicio que sabe lo que falta' },
    interno: INTERNO,
  },
  tablas: [
    {
      nombre: 'paises_por_codigo',
      columnas: [{ nombre: 'codigo', unico: true }, { nombre: 'nombre' }, { nombre: 'moneda' }],
      filas: [
        { codigo: 'ES', nombre: 'España', moneda: 'EUR' },
        { codigo: 'MX', nombre: 'México', moneda: 'MXN' },
      ],
    },
  ],
  nodos: [
    entrada([dato('codigo', 'texto', 'ES', { validacion: { patron: '[A-Z]{2}' } })]),
    call('guardado', 'Buscar en la tabla', {
      a: 'interno.tabla',
      objeto: { tabla: 'paises_por_codigo', operacion: 'buscar' },
      con: { codigo: '=entrada.codigo' },
    }),
    condicion('esta', '¿Está?', { si: 'NO(ES_NULO(guardado))' }),
    salida('deTabla', 'De la tabla', {
      campos: {
        'codigo:texto': '=guardado.codigo',
        'nombre:texto': '=guardado.nombre',
        'moneda:texto': '=guardado.moneda',
      },
    }),
    call('pregunta', 'GET /paises/{codigo}', {
      a: 'maestros.operacion',
      objeto: { metodo: 'GET', ruta: '/paises/{codigo}' },
      con: { codigo: '=entrada.codigo' },
      politica: { tiempoMaximoMs: 5_000, reintentos: { max: 2 }, enError: 'detener' },
    }),
    call('guardar', 'Guardar en la tabla', {
      a: 'interno.tabla',
      objeto: { tabla: 'paises_por_codigo', operacion: 'insertar' },
      con: {
        codigo: '=entrada.codigo',
        nombre: '=pregunta.cuerpo.nombre',
        moneda: '=pregunta.cuerpo.moneda',
      },
    }),
    salida('deServicio', 'Del servicio', {
      campos: {
        'codigo:texto': '=entrada.codigo',
        'nombre:texto': '=pregunta.cuerpo.nombre',
        'moneda:texto': '=pregunta.cuerpo.moneda',
      },
    }),
  ],
  conexiones: [
    'entrada > guardado > esta',
    'esta.si > deTabla',
    'esta.otro > pregunta > guardar > deServicio',
  ],
  casos: [
    {
      nombre: 'Un país de la tabla',
      entrada: { codigo: 'MX' },
      espera: [200, { codigo: 'MX', nombre: 'México', moneda: 'MXN' }],
    },
    {
      nombre: 'Un país que hay que preguntar',
      entrada: { codigo: 'CL' },
      fijados: {
        guardado: null,
        pregunta: { estado: 200, cabeceras: {}, cuerpo: { nombre: 'Chile', moneda: 'CLP' } },
        guardar: { insertadas: 1 },
      },
      espera: [200, { codigo: 'CL', nombre: 'Chile', moneda: 'CLP' }],
    },
  ],
})
