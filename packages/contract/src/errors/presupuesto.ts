import { createError } from './app-error.ts'

/* What models cost. */

export const PresupuestoAgotado = createError(
  'PRESUPUESTO_AGOTADO',
  402,
  ({ presupuesto, hasta }: { presupuesto: string; hasta: string }) =>
    `La llamada no cabe en lo que queda del presupuesto «${presupuesto}», que se repone el ${hasta}. Quien lo administra puede ampliarlo en Presupuesto.`,
)
export const ModeloSinPrecio = createError(
  'MODELO_SIN_PRECIO',
  422,
  ({ modelo, moneda, presupuesto }: { modelo: string; moneda: string; presupuesto: string }) =>
    `El modelo «${modelo}» no tiene precio en ${moneda}, y el presupuesto «${presupuesto}» corta: sin precio no se sabe si cabe. Un administrador lo pone en Precios.`,
)
export const ConsumoSinAnotar = createError(
  'CONSUMO_SIN_ANOTAR',
  503,
  () =>
    'No se llamó al modelo: la base de datos del producto no responde y no se puede anotar lo que costaría.',
)
