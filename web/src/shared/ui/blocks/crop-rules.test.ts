import { expect, test } from 'vitest'
import { dragged, isOpaque, partOf, type Crop } from './crop-rules.ts'

const PHOTO = { width: 1200, height: 800 }
const crop = (changes: Partial<Crop> = {}): Crop => ({ ratio: undefined, zoom: 1, across: 50, down: 50, ...changes })

test.each<[string, Partial<Crop>, [left: number, top: number, width: number, height: number]]>([
  ['nothing', {}, [0, 0, 1200, 800]],
  ['a square in the middle', { ratio: 1 }, [200, 0, 800, 800]],
  ['a square at the left', { ratio: 1, across: 0 }, [0, 0, 800, 800]],
  ['a wide strip at the bottom', { ratio: 3, down: 100 }, [0, 400, 1200, 400]],
  ['half of the width at the top right', { zoom: 2, across: 100, down: 0 }, [600, 0, 600, 400]],
])('keeps %s', (_what, changes, [left, top, width, height]) => {
  expect(partOf(PHOTO, crop(changes))).toEqual({ left, top, width, height })
})

test('keeps at least a pixel of a tiny picture', () => {
  expect(partOf({ width: 2, height: 1 }, crop({ ratio: 1, zoom: 4 }))).toMatchObject({ width: 1, height: 1 })
})

test('follows the finger, and stops at the edges', () => {
  const half = crop({ zoom: 2 })
  expect(dragged(PHOTO, half, { across: 0.25, down: 0 })).toMatchObject({ across: 25, down: 50 })
  expect(dragged(PHOTO, half, { across: -9, down: 9 })).toMatchObject({ across: 100, down: 0 })
  expect(dragged(PHOTO, crop(), { across: 0.5, down: 0.5 })).toEqual(crop())
})

test('knows a picture with a transparent pixel', () => {
  expect(isOpaque(new Uint8ClampedArray([0, 0, 0, 255, 255, 255, 255, 255]))).toBe(true)
  expect(isOpaque(new Uint8ClampedArray([0, 0, 0, 255, 255, 255, 255, 254]))).toBe(false)
})
