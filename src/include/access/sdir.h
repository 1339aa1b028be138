/*
 * sdir.h
 *		Direction of a scan.
 *
 * Backward, forward, or none (a scan that only positions).
 *
 * Copyright (c) 2026, Narwal developers; see LICENSE
 * src/include/access/sdir.h
 */
#ifndef SDIR_H
#define SDIR_H

typedef enum ScanDirection
{
	BackwardScanDirection = -1,
	NoMovementScanDirection = 0,
	ForwardScanDirection = 1
} ScanDirection;

#define ScanDirectionIsValid(d) ((d) >= -1 && (d) <= 1)
#define ScanDirectionIsBackward(d) ((d) == BackwardScanDirection)
#define ScanDirectionIsNoMovement(d) ((d) == NoMovementScanDirection)
#define ScanDirectionIsForward(d) ((d) == ForwardScanDirection)

#endif /* SDIR_H */
