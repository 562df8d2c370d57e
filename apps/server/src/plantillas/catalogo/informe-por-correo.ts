import { dato, definePlantilla, TIENDA } from '../define-plantilla.ts'
import { call, entrada, salida, transform } from '../write-flujo.ts'

export default definePlantilla('informe-por-correo', {
  nombre: 'Informe diario por correo',
  resumen: 'Suma las ventas por ciudad y las envía como texto y como CSV adjunto.',
  categoria: 'tareas',
  propuesta: { por: 'tarea', texto: 'Una tarea cada día a las 07:00.' },
  servidores: {
    tienda: TIENDA,
    correo: { nombre: 'Correo (SMTP)', tipos: ['smtp'], uso: 'El servidor que lo envía' },
  },
  nodos: [
    entrada([dato('para', 'texto', 'ventas@tienda.example')]),
    call('ventas', 'Leer los pedidos', {
      a: 'tienda.consulta',
      objeto: {
        sql: `select c.ciudad, p.total_centimos from pedidos p
join clientes c on c.id = p.cliente_id`,
      },
    }),
    transform('ciudades', 'Ventas por ciudad', {
      lista: 'ventas.filas',
      pasos: [
        {
          tipo: 'agrupar',
          por: ['ciudad'],
          agregados: [
            { nombre: 'pedidos', funcion: 'cuenta' },
            { nombre: 'centimos', funcion: 'suma', campo: 'total_centimos' },
          ],
        },
        { tipo: 'ordenar', por: [{ campo: 'centimos', sentido: 'descendente' }] },
      ],
      campos: {
        ciudad: '=elemento.ciudad',
        pedidos: '=elemento.pedidos',
        euros: '=elemento.centimos / 100',
      },
    }),
    call('envio', 'Enviar el informe', {
      a: 'correo.correo',
      objeto: {
        para: ['{para}'],
        asunto: 'Ventas por ciudad',
        texto: 'Ventas de {ciudades} ciudades:\n\n{lineas}',
      },
      con: {
        para: '=entrada.para',
        ciudades: '=ciudades.total',
        lineas:
          '=UNIRCADENAS(CARACTER(10); MAPEAR(ciudades.elementos; elemento.ciudad & ": " & elemento.euros & " €"))',
        adjuntos: '=[{ nombre: "ventas.csv", contenido: A_CSV(ciudades.elementos), tipo: "text/csv" }]',
      },
      politica: { reintentos: { max: 3, esperaMs: 5_000 }, enError: 'detener' },
    }),
    salida('enviado', 'Enviado', {
      campos: {
        'ciudades:entero': '=ciudades.total',
        'mejor:texto': '=PRIMERO(ciudades.elementos).ciudad',
      },
    }),
  ],
  conexiones: ['entrada > ventas > ciudades > envio > enviado'],
  casos: [
    {
      nombre: 'Tres ventas en dos ciudades',
      entrada: { para: 'ventas@tienda.example' },
      fijados: {
        ventas: {
          filas: [
            { ciudad: 'Lugo', total_centimos: 500 },
            { ciudad: 'Vigo', total_centimos: 900 },
            { ciudad: 'Lugo', total_centimos: 700 },
          ],
          total: 3,
        },
        envio: { idMensaje: 'x' },
      },
      espera: [200, { ciudades: 2, mejor: 'Lugo' }],
    },
  ],
})
