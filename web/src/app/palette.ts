import type { MantineColorsTuple } from '@mantine/core'

/**
 * Scales of ten shades from lightest to darkest; text on them is checked against WCAG AA where css-variables.ts pairs
 * them.
 */
export const blue: MantineColorsTuple = [
  '#EEF4FF',
  '#DCE8FF',
  '#B9D1FF',
  '#8FB4FE',
  '#6394FA',
  '#4178F2',
  '#2563E0',
  '#1D4FBD',
  '#1B4298',
  '#183673',
]
export const gray: MantineColorsTuple = [
  '#F7F8FA',
  '#EFF1F4',
  '#E3E6EB',
  '#D0D5DD',
  '#AEB6C2',
  '#8590A0',
  '#646F80',
  '#4B5565',
  '#333C4A',
  '#1A212C',
]
export const dark: MantineColorsTuple = [
  '#E4E8EE',
  '#C2C9D4',
  '#9AA5B4',
  '#747F8F',
  '#4A5361',
  '#363E4A',
  '#242B35',
  '#1A2029',
  '#12171E',
  '#0B0F14',
]
export const green: MantineColorsTuple = [
  '#E9F9F0',
  '#CDF1DC',
  '#9CE3BB',
  '#66D096',
  '#37BA75',
  '#1AA25D',
  '#0C7F47',
  '#086A3B',
  '#065430',
  '#044025',
]
export const yellow: MantineColorsTuple = [
  '#FFF7E6',
  '#FFEBC2',
  '#FFD98A',
  '#FFC44D',
  '#F9AD1C',
  '#DE9208',
  '#A86A02',
  '#875400',
  '#6A4200',
  '#503200',
]
export const red: MantineColorsTuple = [
  '#FEF0F0',
  '#FDDADA',
  '#FBB4B4',
  '#F78686',
  '#F05B5B',
  '#E03A3A',
  '#C92A2A',
  '#A91F1F',
  '#861919',
  '#661414',
]
