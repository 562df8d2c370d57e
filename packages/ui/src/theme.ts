import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'

/** The one accent: a deep teal. */
const TEAL: MantineColorsTuple = [
  '#e8f6f5',
  '#d3ecea',
  '#a6d9d5',
  '#75c4bf',
  '#4db2ac',
  '#2f9f99',
  '#1a8e89',
  '#0d6e6e',
  '#0a5a5b',
  '#064546',
]

/** Deep enough for white words on its buttons. */
const RED: MantineColorsTuple = [
  '#fff1f0',
  '#ffe1de',
  '#ffc2bd',
  '#ff9d96',
  '#f77a72',
  '#e95a52',
  '#d93a32',
  '#c42b23',
  '#b42318',
  '#8f1a11',
]

/** Greys with a breath of the accent, so that panels and text belong to it. */
const SLATE: MantineColorsTuple = [
  '#f7f9f9',
  '#eef2f2',
  '#dfe5e6',
  '#c9d2d4',
  '#a3b0b3',
  '#7d8c90',
  '#5f6e73',
  '#475459',
  '#2f3a3e',
  '#1c2427',
]

const NIGHT: MantineColorsTuple = [
  '#d5dcde',
  '#b4bfc2',
  '#8d9a9e',
  '#6b787c',
  '#465256',
  '#333d41',
  '#252d30',
  '#1b2225',
  '#14191c',
  '#0e1214',
]

/** On the brighter grounds of the dark scheme dark words read better; Mantine decides for the light one alone. */
const resolveVariant: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input)
  if (input.variant !== 'filled') return colors
  return { ...colors, color: `light-dark(${colors.color}, ${NIGHT[9]})` }
}

/** Whatever can be closed says so. */
const CERRAR = { 'aria-label': 'Cerrar' }
const SMALL = { fontSize: 12, lineHeight: '16px' }

/** Sizes 12/13/14/16/20/28, space in steps of 4, radius 8, borders rather than shadows. */
export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 5 },
  autoContrast: true,
  variantColorResolver: resolveVariant,
  // From here on black reads better than white on a filled ground.
  luminanceThreshold: 0.2,
  colors: { teal: TEAL, red: RED, gray: SLATE, dark: NIGHT },
  defaultRadius: 8,
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "'JetBrains Mono Variable', ui-monospace, monospace",
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '18px', md: '20px', lg: '24px', xl: '28px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '28px', lineHeight: '36px' },
      h2: { fontSize: '20px', lineHeight: '28px' },
      h3: { fontSize: '16px', lineHeight: '24px' },
      h4: { fontSize: '14px', lineHeight: '20px' },
    },
  },
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Alert: { defaultProps: { closeButtonLabel: CERRAR['aria-label'] } },
    Drawer: { defaultProps: { closeButtonProps: CERRAR } },
    // No text is smaller than 12 px.
    Switch: { styles: { description: SMALL, error: SMALL } },
    Checkbox: { styles: { description: SMALL, error: SMALL } },
    Radio: { styles: { description: SMALL, error: SMALL } },
    Badge: {
      defaultProps: { variant: 'light', tt: 'none', fw: 500, fz: '12px', h: '20px', lts: 0 },
      styles: { root: { verticalAlign: 'middle' } },
    },
    // Mantine puts the wheel in the middle only while it comes in with a movement, which not everybody wants.
    Button: { defaultProps: { size: 'sm' }, styles: { loader: { transform: 'translate(-50%, -50%)' } } },
    // Named, it takes its colours from the resolver above.
    Chip: { defaultProps: { variant: 'filled' } },
    // The browser's own two pixels would set it off from the fields above and below.
    Fieldset: { styles: { root: { marginInline: 0 } } },
    InputWrapper: { styles: { label: { marginBottom: 4 }, description: SMALL, error: SMALL } },
    // A menu's children are its entries: a placeholder among them that can be focused is none.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Modal: {
      defaultProps: { centered: true, closeButtonProps: CERRAR },
      styles: { title: { fontWeight: 600 } },
    },
    Paper: { defaultProps: { withBorder: true } },
    PasswordInput: { defaultProps: { visibilityToggleButtonProps: { 'aria-label': 'Ver lo escrito' } } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
  },
})

/** Words in a colour, on paper and on the light ground of the same colour: 4.5 to 1 or more (WCAG 2.2, 1.4.3). */
const WORDS = {
  red: { light: '#b42318', dark: '#ff9d96' },
  yellow: { light: '#854d00', dark: '#ffcb57' },
  orange: { light: '#9a3412', dark: '#ffb27a' },
  green: { light: '#1d6b30', dark: '#7fd694' },
  blue: { light: '#1857a4', dark: '#8fc0ff' },
  gray: { light: '#475459', dark: '#b4bfc2' },
  teal: { light: '#0a5a5b', dark: '#75c4bf' },
} as const

/** Words that stand back, on paper and on a row under the pointer: 4.5 to 1 or more as well. */
const QUIET = { light: '#5f6e73', dark: '#a3aeb2' } as const

export const resolveVariables: CSSVariablesResolver = () => {
  const wordsIn = (scheme: 'light' | 'dark') => ({
    ...Object.fromEntries(
      Object.entries(WORDS).flatMap(([color, words]) => [
        [`--mantine-color-${color}-text`, words[scheme]],
        [`--mantine-color-${color}-light-color`, words[scheme]],
        // A ground for words, not a lamp.
        ...(scheme === 'dark'
          ? [[`--mantine-color-${color}-light`, `color-mix(in srgb, ${words.dark} 14%, transparent)`]]
          : []),
      ]),
    ),
    // Under the pointer words keep what they stand out by.
    ...(scheme === 'light' && {
      '--mantine-color-red-light-hover': `color-mix(in srgb, ${RED[1]}, ${RED[2]})`,
    }),
    '--mantine-color-error': WORDS.red[scheme],
    '--mantine-color-dimmed': QUIET[scheme],
    '--mantine-color-placeholder': QUIET[scheme],
  })
  return { variables: {}, light: wordsIn('light'), dark: wordsIn('dark') }
}
