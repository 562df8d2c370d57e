/** What an entorno lets a variable be called. */
export const NOMBRE_DE_VARIABLE = /^[\p{L}\p{N}_.-]{1,100}$/u
