export type ToastType = 'success' | 'error' | 'warning' | 'info'

/** How long a toast stays (spec, 9): what went wrong takes longer to read. */
export const TOAST_MS: Readonly<Record<ToastType, number>> = {
  success: 5_000,
  error: 7_000,
  warning: 5_000,
  info: 5_000,
}
