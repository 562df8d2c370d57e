/** Stands before an asercion in the scripts of a collection that was written here, so that it can be read back without running code. */
export const ASERCION_MARK = '// asercion: '
