/** In the address of Home: whoever comes wants to see the first steps, hidden or not. */
export const VER_PRIMEROS_PASOS = 'primeros-pasos'
export const TO_PRIMEROS_PASOS = `/?${VER_PRIMEROS_PASOS}=ver`
/** Who may open this screen may draw, and has first steps. */
export const DE_PRIMEROS_PASOS = '/procesos/plantillas'
