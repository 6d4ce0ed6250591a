import type { CSSProperties } from 'react'
import { theme } from '../../app/theme.ts'
import classes from './Gallery.module.css'
import { Section, State, States } from './Section.tsx'

const roles = [
  '--app-canvas',
  '--mantine-color-body',
  '--app-popover',
  '--app-hover',
  '--app-selected',
  '--app-line',
  '--app-input-line',
  '--mantine-color-text',
  '--mantine-color-dimmed',
  '--mantine-color-anchor',
  '--mantine-color-error',
  '--app-focus',
  '--app-bubble-out',
  '--app-bubble-in',
  '--app-note',
  '--app-chart-sent',
  '--app-chart-delivered',
  '--app-chart-replies',
  '--app-chart-failed',
  '--app-chart-opt-out',
]
const types: [name: string, style: CSSProperties, use: string][] = [
  ['Caption', { fontSize: 12, lineHeight: '16px', fontWeight: 500 }, '12/16 500 xs'],
  ['Dense', { fontSize: 13, lineHeight: '18px' }, '13/18 400 --fz-13'],
  ['Body', { fontSize: 14, lineHeight: '20px' }, '14/20 400 sm'],
  ['Message', { fontSize: 15, lineHeight: '22px' }, '15/22 400 --fz-15'],
  ['Read', { fontSize: 16, lineHeight: '24px' }, '16/24 400 md'],
  ['H3', { fontSize: 16, lineHeight: '24px', fontWeight: 600 }, '16/24 600 h3'],
  ['H2', { fontSize: 20, lineHeight: '28px', fontWeight: 600 }, '20/28 600 h2'],
  ['H1', { fontSize: 24, lineHeight: '32px', fontWeight: 650 }, '24/32 650 h1'],
  [
    'KPI',
    { fontSize: 30, lineHeight: '36px', fontWeight: 650, fontVariantNumeric: 'tabular-nums' },
    '30/36 650 --fz-30',
  ],
]
const spaces = [2, 4, 8, 12, 16, 20, 24, 32, 40, 48, 64]

/** Shows colors, type, spacing, corners and elevation. */
export function TokenSections() {
  return (
    <>
      <Section
        id="colors"
        title="Colour scales"
        file="app/theme.ts"
        summary="Six scales of ten; components name a role below, not a shade."
      >
        {Object.entries(theme.colors ?? {}).map(([name, scale]) => (
          <div key={name} className={classes.scale}>
            <span>{name}</span>
            {scale?.map((color, shade) => (
              <div
                key={color}
                className={classes.swatch}
                style={{ background: color }}
                title={`${name}.${shade} ${color}`}
              />
            ))}
          </div>
        ))}
      </Section>
      <Section
        id="roles"
        title="Colour roles"
        file="app/theme.ts"
        summary="One CSS variable each, with its own value in light and in dark."
      >
        <States columns={3}>
          {roles.map((role) => (
            <div key={role} className={classes.role}>
              <div className={classes.chip} style={{ background: `var(${role})` }} />
              <code>{role}</code>
            </div>
          ))}
        </States>
      </Section>
      <Section id="type" title="Type" summary="Inter, three weights; numbers in columns are tabular.">
        {types.map(([name, style, use]) => (
          <div key={name} className={classes.type}>
            <span className={classes.name}>{name}</span>
            <span style={style}>{name === 'KPI' ? '18,204' : 'Shift change on Friday, Ñandú & Łukasz'}</span>
            <code>{use}</code>
          </div>
        ))}
      </Section>
      <Section id="space" title="Space" summary="Steps of four. Related things stand 8 apart, groups 24, sections 40.">
        {spaces.map((space) => (
          <div key={space} className={classes.role} style={{ minBlockSize: 20 }}>
            <code style={{ inlineSize: 32 }}>{space}</code>
            <div className={classes.bar} style={{ inlineSize: space * 4 }} />
          </div>
        ))}
      </Section>
      <Section
        id="depth"
        title="Corners and depth"
        summary="In the light depth is shadow, in the dark each layer is a step lighter."
      >
        <States columns={4}>
          {['xs', 'sm', 'md', 'lg', 'xl'].map((radius) => (
            <State key={radius} name={`radius ${radius}`}>
              <div className={classes.box} style={{ borderRadius: `var(--mantine-radius-${radius})` }}>
                {radius}
              </div>
            </State>
          ))}
          {[1, 2, 3].map((level) => (
            <State key={level} name={`shadow ${level}`}>
              <div
                className={classes.box}
                style={{ boxShadow: `var(--app-shadow-${level})`, borderRadius: 8, borderColor: 'transparent' }}
              >
                e{level}
              </div>
            </State>
          ))}
        </States>
      </Section>
    </>
  )
}
