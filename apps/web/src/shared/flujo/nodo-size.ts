/** Of a node, in pixels of the drawing. Fixed, so that nothing has to be measured to be drawn. */
export const NODO_WIDTH = 216
/** Without its several ways out. */
export const NODO_HEAD = 56
