/** What to do about what goes wrong in runs, by the code of the error. */
const ADVICE: Readonly<Record<string, string>> = {
  ENTRADA_INVALIDA: 'Corrija los datos de entrada o lo que la entrada declara de ellos.',
  EXPRESION_FALLIDA:
    'Mire en «Entrada» qué valor llegó y cambie la fórmula, o trate el caso antes con una condición.',
  LISTA_ESPERADA: 'Elija en el nodo un dato que sea una lista: «Entrada» muestra lo que llegó.',
  UNION_INCOMPLETA: 'Mire qué elementos fallaron, o pida menos en la unión.',
  PATRON_INVALIDO: 'Corrija la expresión regular de la fórmula.',
  TIEMPO_AGOTADO: 'Pida menos datos o dé más tiempo en «Política». Si se repite, mire la carga del servidor.',
  SERVIDOR_NO_RESPONDE:
    'Pruebe la conexión en la página del servidor: puede estar apagado o no ser alcanzable.',
  SERVIDOR_RECHAZA: 'Lea lo que contestó el servidor y corrija la operación, sus parámetros o sus permisos.',
  CONFIRMACION_INCIERTA: 'Compruebe en el servidor si el cambio se hizo antes de repetirlo.',
  POOL_AGOTADO: 'Espere o amplíe las conexiones del servidor en su página: todas estaban ocupadas.',
  CIRCUITO_ABIERTO: 'El servidor falló varias veces seguidas: pruebe su conexión y repita en unos segundos.',
  DIRECCION_NO_PERMITIDA: 'Un administrador puede permitir la red privada en la página del servidor.',
  SERVIDOR_INACTIVO: 'Active el servidor en su página o elija otro en el nodo.',
  RESPUESTA_DEMASIADO_GRANDE: 'Pida menos: filtre, limite o lea por partes con un split.',
  FILAS_NO_CABEN: 'Filtre o limite la consulta, o léala por partes con un split.',
  LIMITE_SUPERADO: 'Pida o reparta menos de una vez.',
  NO_ENCONTRADO: 'Compruebe que lo que el nodo nombra existe todavía.',
  PROCESO_NO_EJECUTABLE: 'Publique el proceso al que llama, o elija otra de sus versiones.',
  PROFUNDIDAD_SUPERADA: 'Los procesos se llaman en círculo: quite una de las llamadas.',
  EJECUCION_CANCELADA: 'Alguien la canceló. Repítala cuando quiera.',
  BASE_DE_DATOS_LLENA: 'Amplíe el disco de la base de datos de DIV y repítala: este paso no guardó nada.',
  MUESTRA_INCOMPLETA: 'Ejecute el proceso entero con datos a mano.',
}

/** Null: the sentence of the error says all there is to say. */
export function adviceFor(codigo: string): string | null {
  return ADVICE[codigo] ?? null
}
