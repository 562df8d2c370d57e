/** The SQLSTATE of what PostgreSQL refused (its manual, appendix A); empty of any other failure. */
export function sqlStateOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
