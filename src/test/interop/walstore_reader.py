# walstore_reader.py STORE
#	A second decoder of WAL stores, after doc/walstore-format.md, to
#	show that the page says all.  Writes the segment to standard output.  It is
#	slow, checks little, and needs the program zstd.  Not done: images that were
#	compressed by pglz (mode 2), which it would have to compress again (it ends
#	with code 77), and more than 512 shapes between restart points.
import struct
import subprocess
import sys
import tempfile

PAGE = 8192
M32 = 0xFFFFFFFF
M64 = (1 << 64) - 1
REC, RAW, ZERO, INDEX = range(4)
CONTROL, LITERAL, STRUCTURE, RESIDUE, RANDOM = range(5)
(GENERAL, COUNT, XID, XID_NUMBER, SHAPE, FLAGS, LENGTH, BLOCK, TOP, PATTERN, MASK, BYTE, LIT,
 IMAGE) = range(1, 15)
RM_XACT, RM_HEAP2, RM_HEAP = 1, 9, 10
MAGICS = (0xD110, 0xD113, 0xD116, 0xD118, 0x574E)


def make_crc_table():
    table = []
    for i in range(256):
        for _ in range(8):
            i = i >> 1 ^ (0x82F63B78 if i & 1 else 0)
        table.append(i)
    return table


CRC_TABLE = make_crc_table()


def crc(state, data):
    for byte in data:
        state = state >> 8 ^ CRC_TABLE[(state ^ byte) & 255]
    return state


def unzigzag(v):
    return v >> 1 ^ -(v & 1)


def halves_swapped(v):
    return (v << 16 | v >> 16) & M32


def bytes_swapped(v):
    return int.from_bytes(v.to_bytes(4, "little"), "big")


def zstd(frame, raw_size, prefix=b""):
    """A frame without magic number, with what precedes as prefix."""
    command = ["zstd", "-d", "-c", "-q"]
    with tempfile.NamedTemporaryFile() as file:
        if prefix:
            file.write(prefix)
            file.flush()
            command += ["-D", file.name]
        out = subprocess.run(command, input=b"\x28\xb5\x2f\xfd" + frame, stdout=subprocess.PIPE,
                             check=True).stdout
    assert len(out) == raw_size
    return out


class Cursor:
    """Bytes in turn; symbols that are not coded, too: their contexts do not matter."""

    def __init__(self, data):
        self.data = data
        self.at = 0

    def take(self, n):
        piece = self.data[self.at:self.at + n]
        assert len(piece) == n
        self.at += n
        return piece

    def u8(self):
        return self.take(1)[0]

    def u16(self):
        return struct.unpack("<H", self.take(2))[0]

    def u32(self):
        return struct.unpack("<I", self.take(4))[0]

    def varint(self):
        v = shift = 0
        while True:
            byte = self.u8()
            v |= (byte & 127) << shift
            shift += 7
            if not byte & 128:
                return v

    def at_end(self):
        return self.at == len(self.data)

    def nibble(self, *context):
        return self.u8()

    byte = difference = nibble

    def number(self, *context):
        return self.varint()


class Lane:
    def __init__(self, data):
        self.data = data
        self.at = 0
        self.range = M64
        self.code = self.word() << 32 | self.word()

    def word(self):
        piece = (self.data[self.at:self.at + 4] + bytes(4))[:4]
        self.at += 4
        return int.from_bytes(piece, "big")


def context_of(base, kind, position, more=0):
    c = (base + (kind << 20) + position) * 0xC2B2AE3D & M32
    return (c ^ c >> 15) + more


class Coded:
    """Symbols of a control stream that is range coded."""
    RATES = [1, 2, 2, 3, 3, 3, 3] + [4] * 8

    def __init__(self, data, two_lanes, tables):
        self.tables = tables
        self.data = data
        self.turn = 0
        if two_lanes:
            c = Cursor(data)
            n = c.varint()
            self.lanes = [Lane(data[c.at:c.at + n]), Lane(data[c.at + n:])]
        else:
            self.lanes = [Lane(data)]
        self.raw = self.nraw = 0
        self.raw_at = len(data)

    def raw_bits(self, n):
        while self.nraw < n:
            self.raw_at -= 1
            self.raw |= self.data[self.raw_at] << self.nraw
            self.nraw += 8
        v = self.raw & (1 << n) - 1
        self.raw >>= n
        self.nraw -= n
        return v

    def symbol(self, lane, context, sub):
        slot = ((context + sub * 0x9E3779B1) * 0x85EBCA6B & M32) >> 18
        table = self.tables.setdefault(slot, [[2048 * i for i in range(16)], 0])
        f, uses = table
        k = lane.range.bit_length() - 16
        u = lane.range >> k
        bounds = [u * x >> 15 for x in f]
        s = 15
        while bounds[s] << k > lane.code:
            s -= 1
        start = bounds[s] << k
        lane.code -= start
        lane.range = (bounds[s + 1] << k) - start if s < 15 else lane.range - start
        if lane.range < 1 << 32:
            lane.range <<= 32
            lane.code = lane.code << 32 | lane.word()
        rate = self.RATES[uses] if uses < len(self.RATES) else 5
        for i in range(1, 16):
            f[i] += ((8 * i if i <= s else 32768 - 8 * (16 - i)) - f[i]) >> rate
        table[1] += 1
        return s

    def next_lane(self):
        lane = self.lanes[self.turn]
        self.turn = (self.turn + 1) % len(self.lanes)
        return lane

    def nibble(self, *context):
        return self.symbol(self.lanes[0], context_of(*context), 0)

    def byte(self, *context):
        lane = self.next_lane()
        c = context_of(*context)
        high = self.symbol(lane, c, 0)
        return high << 4 | self.symbol(lane, c, 1 + high)

    def difference(self, *context):
        near = self.symbol(self.next_lane(), context_of(*context), 0)
        return self.raw_bits(8) if near == 15 else (near - 7) & 255

    def number(self, *context):
        c = context_of(*context)
        bits = sub = 0
        n = 15
        while n == 15:
            n = self.symbol(self.lanes[0], c, sub)
            bits += n
            sub += 1
        if bits <= 1:
            return bits
        left = bits - 1
        v = self.symbol(self.lanes[0], c, 8 + bits)
        if left <= 4:
            return 1 << left | v & (1 << left) - 1
        v |= 16
        left -= 4
        low = []
        if left > 32:
            low.append((self.raw_bits(32), 32))
            left -= 32
        v = v << left | self.raw_bits(left)
        for part, n in low:
            v = v << n | part
        return v

    def at_end(self):
        return True


# ---- pages ----


def unpack(c, n, width, planes):
    if planes and (width < 12 or width % 8 == 0):
        v = [0] * n
        for shift in range(0, width, 8):
            for i, byte in enumerate(c.take(n)):
                v[i] |= byte << shift
        return v
    bits = int.from_bytes(c.take((n * width + 7) // 8), "little")
    return [bits >> i * width & (1 << width) - 1 for i in range(n)]


def sparse_column(c, mapped, v, n, planes):
    head = c.u8()
    base = c.u32() if head & 0x80 else 0
    count = c.varint()
    rows = c.take((n + 7) // 8 if mapped else count)
    values = unpack(c, count, head & 0x7F, planes)
    listed = [i for i in range(n) if rows[i // 8] >> i % 8 & 1] if mapped else list(rows)
    assert len(listed) == count
    steps = dict(zip(listed, values))
    out = []
    for i in range(n):
        v = (v + base + unzigzag(steps.get(i, 0))) & M32
        out.append(v)
    return out


def column(c, random, mode, first, n, planes):
    """The n values behind the first."""
    source = random if mode & 8 else c
    packed_planes = planes and not mode & 8
    kind = mode & 7
    if kind == 1:
        return [first] * n
    if kind == 2:
        step = c.u32()
        return [(first + (i + 1) * step) & M32 for i in range(n)]
    if kind == 3:
        mask = c.u32()
        bits = [i for i in range(32) if mask >> i & 1]
        return [first & ~mask | sum((v >> j & 1) << bit for j, bit in enumerate(bits))
                for v in unpack(source, n, len(bits), packed_planes)]
    if kind in (4, 7):
        swap = bytes_swapped if kind == 7 else lambda v: v
        out = []
        for v in unpack(source, n, c.u8(), packed_planes):
            first = swap((swap(first) + unzigzag(v)) & M32)
            out.append(first)
        return out
    if kind in (5, 6):
        return sparse_column(c, kind == 6, first, n, planes)
    assert mode == 8
    return list(struct.unpack("<%dI" % n, random.take(4 * n)))


def posting_tuple(c, length):
    start, = struct.unpack_from("<I", c.data, c.at)
    start = halves_swapped(start)
    head = c.take(start)
    count = struct.unpack_from("<H", head, 4)[0] & 0xFFF
    per_block = c.u16()
    out = head
    if per_block == 0:
        out += c.take(6 * count)
    else:
        tid = 0
        for _ in range(count):
            tid += c.varint()
            block = tid // per_block
            out += struct.pack("<HHH", block >> 16, block & 0xFFFF, tid % per_block)
    return out + c.take(length - len(out))


def widest_matrix(tuples):
    best = columns = 0
    for n in sorted({t[1] // 4 for t in tuples}, reverse=True):
        size = n * sum(t[1] // 4 >= n for t in tuples)
        if size > best:
            best, columns = size, n
    return min(columns, 512)


def join_page(c, residue, random, block, model):
    """A page of 8192 bytes; its lower and upper."""
    mask = c.u8()
    model.image_lsn = (model.image_lsn + unzigzag(c.varint())) & M64
    checksum_flags = c.take(4) if mask & 1 else bytes(4)
    version = c.take(2) if mask & 4 else b"\x04\x20"
    prune_xid = c.take(4) if mask & 8 else bytes(4)
    heap = not mask & 16
    special = PAGE - (0 if heap else c.varint())
    planes = mask & 32
    npointers = c.varint()
    upper = special - c.varint()
    lower = 24 + 4 * npointers
    page = bytearray(PAGE)
    page[:24] = (struct.pack("<Q", model.image_lsn) + checksum_flags +
                 struct.pack("<HHH", lower, upper, special) + version + prune_xid)
    sizes = column(c, random, c.u8(), 0, npointers, planes)
    places = column(c, random, c.u8(), 0, npointers, planes)
    below = special
    tuples = []  # offset, aligned length, number of its line pointer
    for i in range(npointers):
        length, flags = sizes[i] >> 2, sizes[i] & 3
        offset = places[i]
        if length > 0:
            aligned = (length + 7) & ~7
            below += (places[i] - (1 << 32) if places[i] >> 31 else places[i]) * 8 - aligned
            offset = below
            tuples.append((offset, aligned, i + 1))
        struct.pack_into("<I", page, 24 + 4 * i, offset | flags << 15 | length << 17)
    widest = widest_matrix(tuples)
    postings = set()
    at = 0
    for _ in range(c.varint()):
        at += c.varint()
        postings.add(at)
    ncolumns = c.varint()
    modes = []
    while len(modes) < ncolumns:
        byte = c.u8()
        modes += [byte >> 4] * ((byte & 15) + 1)
    rows = []  # offset, number, words in the residue, the rest
    for i, (offset, length, number) in enumerate(tuples):
        if i in postings:
            page[offset:offset + length] = posting_tuple(residue, length)
        elif length < 4 * widest or ncolumns == 0:
            page[offset:offset + length] = residue.take(length)
        else:
            nwords = modes.count(0) if rows else ncolumns
            words = struct.unpack("<%dI" % nwords, residue.take(4 * nwords))
            rows.append((offset, number, words, residue.take(length - 4 * ncolumns)))
    matrix = []
    nrefused = 0
    for k in range(ncolumns):
        first = rows[0][2][k]
        if modes[k]:
            matrix.append([first] + column(c, random, modes[k], first, len(rows) - 1, planes))
        else:
            matrix.append([first] + [row[2][nrefused] for row in rows[1:]])
            nrefused += 1
    for r, (offset, number, _, rest) in enumerate(rows if ncolumns else []):
        words = [values[r] for values in matrix]
        if not heap:
            words[0] = halves_swapped(words[0])
        elif ncolumns >= 5:
            words[3] = halves_swapped((words[3] + block) & M32)
            words[4] = words[4] & 0xFFFF0000 | (words[4] + number) & 0xFFFF
        tup = struct.pack("<%dI" % ncolumns, *words) + rest
        page[offset:offset + len(tup)] = tup
    if sum(t[1] for t in tuples) < special - upper:
        covered = {unit for t in tuples for unit in range(t[0] // 8, (t[0] + t[1]) // 8)}
        at = upper
        while at < special:
            n = 1 if at % 8 else 8
            if n == 1 or at // 8 not in covered:
                page[at:at + n] = residue.take(n)
            at += n
    page[special:] = residue.take(PAGE - special)
    assert c.at_end() and residue.at_end() and random.at_end()
    return bytes(page), lower, upper


# ---- records ----


class Followers:
    """The kinds and shapes that followed a shape."""

    def __init__(self):
        self.kinds = []
        self.next_kind = 8
        self.successors = []

    def add_kind(self, kind):
        if len(self.kinds) < 15:
            self.kinds.append(kind)
        else:
            self.kinds[self.next_kind] = kind
            self.next_kind = 8 if self.next_kind == 14 else self.next_kind + 1


class BlockShape:
    block = data_length = 0


class Shape(Followers):
    def __init__(self, key, number):
        super().__init__()
        c = Cursor(key)
        self.number = number
        self.base = (number + 1) << 10
        self.rmid, self.info = c.u8(), c.u8()
        nblocks = c.u8()
        self.form = c.u8()
        self.origin = c.take(2) if self.form & 4 else b""
        self.blocks = []
        for _ in range(nblocks):
            b = BlockShape()
            b.id, b.flags = c.u8(), c.u8()
            b.image_info = c.u8() if b.flags & 0x10 else 0
            if not b.flags & 0x80:
                relation = c.take(12)
            b.relation = relation
            file, = struct.unpack_from("<I", relation, 8)
            b.slot = ((file * 2654435761 & M32) >> 13) + 77 * (b.flags & 15) & 255
            self.blocks.append(b)
        self.main_length = 0
        self.last = [bytearray(256) for _ in range(3)]
        self.patterns = []
        self.next_pattern = 8
        self.repeat = []
        self.like_last = [False] * 256
        op = self.info & 0x70
        self.has_time = self.rmid == RM_XACT and op in (0x00, 0x20)
        self.has_xmax = self.rmid == RM_HEAP and op in (0x10, 0x20, 0x40, 0x60)
        self.has_horizon = self.rmid == RM_HEAP2 and op == 0x10

    def add_pattern(self, pattern):
        if len(self.patterns) < 14:
            self.patterns.append(pattern)
        else:
            self.patterns[self.next_pattern] = pattern
            self.next_pattern = 8 if self.next_pattern == 13 else self.next_pattern + 1


class Model:
    """What a decoder remembers since the restart point."""

    def __init__(self):
        self.shapes = []
        self.none = Followers()
        self.none.number = -1
        self.none.base = 0
        self.last_shape = self.none
        self.xid_shapes = {}
        self.newest = 0
        self.recent = []
        self.last_block = [0] * 256
        self.time = 0
        self.image_lsn = 0
        self.tables = {}
        self.history = {STRUCTURE: b"", RESIDUE: b""}
        self.pages = {}

    def page_place(self, relation, block):
        file, = struct.unpack_from("<I", relation, 8)
        return ((file * 2654435761 & M32) >> 13) + block & 127

    def keep_page(self, relation, block, page):
        self.pages[self.page_place(relation, block)] = (relation, block, page)

    def row(self, relation, block, item):
        """The row at a line pointer of a page at hand, from its byte 18 on."""
        kept_relation, kept_block, page = self.pages[self.page_place(relation, block)]
        assert (kept_relation, kept_block) == (relation, block)
        lower, = struct.unpack_from("<H", page, 12)
        assert 0 < item and 24 + 4 * item <= lower
        pointer, = struct.unpack_from("<I", page, 20 + 4 * item)
        at, length = pointer & 0x7FFF, pointer >> 17
        assert pointer >> 15 & 3 == 1 and length >= 24
        return page[at + 18:at + length]

    def shape_before(self, xid):
        if xid == 0:
            return self.last_shape
        last, shape = self.xid_shapes.get(xid % 256, (0, None))
        return shape if last == xid else self.none

    def note_record(self, xid, shape):
        self.last_shape = shape
        if xid == 0:
            return
        self.xid_shapes[xid % 256] = (xid, shape)
        if self.newest == 0 or 0 < (xid - self.newest) & M32 < 1 << 31:
            self.newest = xid
        if xid in self.recent:
            self.recent.remove(xid)
        if not shape.has_time:
            self.recent = [xid] + self.recent[:12]


class Chunk:
    """One REC chunk being decoded."""

    def __init__(self, model, streams):
        self.m = model
        self.control, self.literal, self.structure, self.residue, self.random = streams

    def xid(self):
        m = self.m
        symbol = self.control.nibble(m.last_shape.number + 1, XID, 0)
        if symbol == 0:
            return 0
        if symbol == 1:
            return (m.newest + 1) & M32
        if symbol < 15:
            return m.recent[symbol - 2]
        return (m.newest + unzigzag(self.control.number(0, XID_NUMBER, 0))) & M32

    def shape(self, before):
        """The record's shape, None for a record in the literals."""
        control, m = self.control, self.m
        i = control.nibble(before.base, SHAPE, 2)
        if i < 15:
            return before.successors[i]
        n = control.number(0, SHAPE, 1)
        if n == 0:
            return None
        if n == 1:
            length = control.number(0, GENERAL, 0)
            key = bytes(control.byte(0, GENERAL, 1) for _ in range(length))
            assert len(m.shapes) < 512  # forgetting is not done here
            m.shapes.append(Shape(key, len(m.shapes)))
            n = len(m.shapes) + 1
        if len(before.successors) < 15:
            before.successors.append(m.shapes[n - 2])
        return m.shapes[n - 2]

    def kind(self, before):
        """Shape, flags, pattern; checksum and previous link if they are exceptions."""
        control = self.control
        i = control.nibble(before.base, SHAPE, 0)
        if i < 15:
            return before.kinds[i] + (None, None)
        shape = self.shape(before)
        if shape is None:
            return None, 0, 0, None, None
        checksum = prev = None
        pattern = 0
        flags = control.nibble(shape.base, FLAGS, 0)
        rows = 0
        odd = flags == 12
        if odd:
            which = control.nibble(0, GENERAL, 2)
            checksum = control.number(0, GENERAL, 3) if which & 1 else None
            prev = control.number(0, GENERAL, 4) if which & 2 else None
            flags = control.nibble(shape.base, FLAGS, 0)
        if flags in (13, 14):
            rows = 16 if flags == 13 else 32
            flags = control.nibble(shape.base, FLAGS, 0)
        if flags >> 2 == 2:
            pattern = control.nibble(shape.base, PATTERN, 0)
        flags |= rows
        if not odd:
            before.add_kind((shape, flags, pattern))
        return shape, flags, pattern, checksum, prev

    def numbers(self, shape, lengths, blocks):
        def number(kind, position):
            return unzigzag(self.control.number(shape.base, kind, position))

        if lengths:
            if shape.form & 3:
                shape.main_length += number(LENGTH, 99)
            for i, b in enumerate(shape.blocks):
                if b.flags & 0x20:
                    b.data_length += number(LENGTH, i)
        for i, b in enumerate(shape.blocks):
            if i == 0:
                b.block = self.m.last_block[b.slot]
            if blocks:
                b.block = (b.block + number(BLOCK, i)) & M32
            if i == 0:
                self.m.last_block[b.slot] = b.block

    def begin_row(self, shape):
        """Foretell block 0's data by the row that is replaced; its bytes, the last body."""
        n = shape.blocks[0].data_length
        old = shape.blocks[1]
        item, = struct.unpack_from("<H", shape.last[0], 4)
        item += unzigzag(self.control.number(shape.base, LENGTH, 98))
        row = self.m.row(old.relation, old.block, item)
        data = row
        if len(row) != n:
            cut = self.control.number(shape.base, LENGTH, 97)
            front = row[:cut]
            back = row[max(len(row) - (n - cut), 0):]
            data = front + bytes(n - len(front) - len(back)) + back
        last = bytes(shape.last[1])
        for i in range(min(n, 256)):
            if not shape.like_last[i]:
                shape.last[1][i] = data[i]
        struct.pack_into("<H", shape.last[0], 4, item)
        return data, last

    def end_row(self, shape, data, last):
        for i, byte in enumerate(shape.last[1][:len(data)]):
            if (byte == data[i]) != (byte == last[i]):
                shape.like_last[i] = byte == last[i]

    def group(self, shape, place, mask):
        """Bytes of a changed group: piece, place in it, difference."""
        piece, at = shape.last[place // 32], place % 32 * 8
        changed = []
        for i in range(8):
            if mask >> i & 1:
                if mask == 255:
                    d = self.control.byte(shape.base, LIT, place * 8) - piece[at + i] & 255
                else:
                    d = self.control.difference(shape.base, BYTE, place * 8 + i)
                piece[at + i] = piece[at + i] + d & 255
                changed.append((piece, at + i, d))
        return changed

    def written_groups(self, shape, lengths, from_row):
        groups, changed = [], []
        ngroups = 0
        rest = False
        for p, length in enumerate(lengths):
            at = full = 0
            while at < length and full < 3:
                if ngroups % 4 == 0:
                    top = self.control.nibble(shape.base, TOP, ngroups // 4)
                if top >> ngroups % 4 & 1:
                    place = p * 32 + at // 8
                    mask = self.control.byte(shape.base, MASK, place)
                    whole = length - at >= 8
                    full = full + 1 if mask == 255 and whole else 0
                    if not whole:
                        mask &= (1 << length - at) - 1
                    groups.append((place, mask))
                    changed += self.group(shape, place, mask)
                ngroups += 1
                at += 8
            if at < length:
                new = self.literal.take(length - at)
                if from_row and p == 1:
                    new = bytes(a + b & 255 for a, b in zip(new, shape.last[p][at:length]))
                shape.last[p][at:length] = new
                rest = True
        if not rest and len(groups) <= 14:
            shape.add_pattern(groups)
        shape.repeat = changed

    def body(self, shape, mode, pattern, lengths, from_row):
        if mode == 1:
            for piece, at, d in shape.repeat:
                piece[at] = piece[at] + d & 255
        elif mode == 2 and pattern < 14:
            shape.repeat = [one for place, mask in shape.patterns[pattern]
                            for one in self.group(shape, place, mask)]
        elif mode == 2:
            self.written_groups(shape, lengths, from_row)

    def main_data(self, shape, xid, length):
        """The first bytes of the main data, no longer relative."""
        m = self.m
        main = bytearray(shape.last[0][:length])
        n = base = 0
        if length >= 8:
            n = 8 if shape.has_time else 4
            base = (m.time if shape.has_time else xid if shape.has_xmax else
                    m.newest if shape.has_horizon else 0)
        v = (int.from_bytes(main[:n], "little") + base) & ((1 << 8 * n) - 1)
        main[:n] = v.to_bytes(n, "little")
        if shape.has_time:
            if n > 0:
                m.time = v
            shape.last[0][:8] = bytes(8)
        return bytes(main)

    def image(self, shape, b):
        """Header fields and bytes of a page image."""
        control = self.control
        mode = control.nibble(0, IMAGE, 0)
        has_hole = b.image_info & 1
        hole_length = 0
        compressed = b.image_info & 0x1C
        if mode == 0:
            n = control.number(0, IMAGE, 0, 1)
            hole = control.number(0, IMAGE, 0, 2)
            if compressed and has_hole:
                hole_length = control.number(0, IMAGE, 0, 3)
            data = self.residue.take(n)
        elif mode == 1:
            parts = [control.number(0, IMAGE, 0, 4 + i) for i in range(3)]
            streams = (self.structure, self.residue, self.random)
            page, lower, upper = join_page(*[Cursor(s.take(n)) for s, n in zip(streams, parts)],
                                           b.block, self.m)
            hole = lower if has_hole else 0
            hole_length = upper - lower
            data = page[:lower] + page[upper:]
            if shape.has_xmax:
                self.m.keep_page(b.relation, b.block, page)
        else:
            print("images compressed by pglz are not done", file=sys.stderr)
            sys.exit(77)
        head = struct.pack("<HHB", len(data), hole, b.image_info)
        if compressed and has_hole:
            head += struct.pack("<H", hole_length)
        return head, data

    def rows(self, start, length):
        """What follows of rows that start like this, each against the one before."""
        distance = (start[0] + (start[1] << 8) + 8) // 2 * 2
        out = bytearray(start + self.literal.take(max(min(distance, length) - len(start), 0)))
        steps = self.literal.take(self.literal.varint())
        changes = []
        at = len(out)
        for step in steps:
            at += self.literal.varint()
            changes.append((at, step))
            at += 1
        changes = dict(changes)
        for i in range(len(out), length):
            out.append(out[i - distance] + changes.pop(i, 0) & 255)
        assert not changes
        return bytes(out[len(start):])

    def record(self, prev):
        control, literal = self.control, self.literal
        xid = self.xid()
        shape, flags, pattern, checksum, odd_prev = self.kind(self.m.shape_before(xid))
        if shape is None:
            return literal.take(control.number(0, GENERAL, 0))
        self.m.note_record(xid, shape)
        top_xid = 0
        if shape.form & 8:
            top_xid = (xid + unzigzag(control.number(0, XID_NUMBER, 1))) & M32
        self.numbers(shape, flags & 1, flags & 2)
        lengths = [shape.main_length] + [b.data_length for b in shape.blocks]
        seen = [min(n, 256) if i < 3 else 0 for i, n in enumerate(lengths)]
        row = self.begin_row(shape) if flags & 16 else None
        self.body(shape, flags >> 2 & 3, pattern, seen[:3], row)
        if row:
            self.end_row(shape, *row)
        datas = [self.main_data(shape, xid, seen[0])]
        datas += [bytes(shape.last[i][:seen[i]]) if i < 3 else b"" for i in range(1, len(seen))]
        if flags & 32:
            rests = [literal.take(lengths[0] - seen[0]), self.rows(datas[1], lengths[1])]
        else:
            rests = [literal.take(n - s) for n, s in zip(lengths, seen)]
        if row:
            rests[1] = bytes(a + b & 255 for a, b in zip(rests[1], row[0][256:]))
        datas = [data + rest for data, rest in zip(datas, rests)]
        head = rest = b""
        for b, data in zip(shape.blocks, datas[1:]):
            head += struct.pack("<BBH", b.id, b.flags, b.data_length)
            if b.flags & 0x10:
                image_head, image = self.image(shape, b)
                head += image_head
                rest += image
            if not b.flags & 0x80:
                head += b.relation
            head += struct.pack("<I", b.block)
            rest += data
        if shape.form & 4:
            head += b"\xfd" + shape.origin
        if shape.form & 8:
            head += b"\xfc" + struct.pack("<I", top_xid)
        if shape.form & 1:
            head += b"\xff" + bytes([shape.main_length])
        if shape.form & 2:
            head += b"\xfe" + struct.pack("<I", shape.main_length)
        rest = head + rest + datas[0]
        fixed = struct.pack("<IIQBBH", 24 + len(rest), xid, prev if odd_prev is None else odd_prev,
                            shape.info, shape.rmid, 0)
        if checksum is None:
            checksum = crc(crc(M32, rest), fixed) ^ M32
        return fixed + struct.pack("<I", checksum) + rest


# ---- chunks ----


class Position:
    def __init__(self, c, lsn):
        byte = c.u8()
        self.info = 4 if byte & 2 else 0
        self.magic = MAGICS[byte >> 2]
        self.tli = c.varint()
        self.remaining = c.varint()
        back = c.varint()
        self.prev = lsn - back if back else 0


class Reader:
    def __init__(self, data):
        (magic, version, _, self.system, _, self.size, segno, _, _,
         checksum) = struct.unpack_from("<4sHHQIIQQII", data)
        assert magic == b"NWST" and version in (2, 3, 4) and checksum == crc(M32, data[:44])
        self.data = data
        self.header_crc = checksum
        self.lsn = segno * self.size

    def page_header_size(self, lsn):
        return 40 if lsn % self.size < PAGE else 24

    def parts(self, lsn, end):
        """Pieces of page headers and of what is between: is header, place, bytes."""
        while lsn < end:
            at = lsn % PAGE
            header = self.page_header_size(lsn)
            stop = min(lsn - at + (header if at < header else PAGE), end)
            yield at < header, lsn, stop - lsn
            lsn = stop

    def advance(self, lsn, n):
        """The place n bytes of payload behind lsn, behind a page header if one is there."""
        while True:
            at = lsn % PAGE
            if at < self.page_header_size(lsn):
                lsn += self.page_header_size(lsn) - at
            if n == 0:
                return lsn
            step = min(n, PAGE - lsn % PAGE)
            lsn += step
            n -= step

    def streams(self, model, flags, payload):
        if flags & 0x10:
            return [Coded(payload, flags & 0x40, model.tables)] + [Cursor(b"") for _ in range(4)]
        c = Cursor(payload)
        methods = c.varint()
        methods = [methods >> 2 * i & 3 for i in range(5)]
        used = [i for i in range(5) if methods[i]]
        raw, stored = {}, {}
        for i in used:
            if methods[i] == 2:
                raw[i] = c.varint()
            if i != used[-1]:
                stored[i] = c.varint()
        out = [Cursor(b"") for _ in range(5)]
        for i in used:
            data = c.take(stored.get(i, len(payload) - c.at))
            if methods[i] == 2:
                history = model.history.get(i, b"")
                data = zstd(data, raw[i], history[-65536:] if raw[i] >= 16384 else history[-8192:])
            if i in model.history:
                model.history[i] += data
            out[i] = Coded(data, flags & 0x40, model.tables) if methods[i] == 3 else Cursor(data)
        return out

    def page_header(self, p, lsn, remaining):
        size = self.page_header_size(lsn)
        info = (1 if remaining else 0) | (2 if size == 40 else 0) | p.info
        header = struct.pack("<HHIQII", p.magic, info, p.tli, lsn - lsn % PAGE, remaining, 0)
        return header + (struct.pack("<QII", self.system, self.size, PAGE) if size == 40 else b"")

    def records(self, model, p, flags, payload, logical):
        streams = self.streams(model, flags, payload)
        chunk = Chunk(model, streams)
        end = self.lsn + logical
        npayload = sum(n for header, _, n in self.parts(self.lsn, end) if not header)
        odd = {}
        if flags & 8:
            count = chunk.control.number(0, COUNT, 1)
            n = chunk.control.number(0, COUNT, 2)
            c = Cursor(bytes(chunk.control.byte(0, GENERAL, 5) for _ in range(n)))
            for _ in range(count):
                at = c.varint()
                odd[self.lsn + at] = c.take(c.varint())
        start = self.advance(self.lsn, 0)
        nhead = min(p.remaining + -(start + p.remaining) % 8, npayload)
        out = bytearray(chunk.literal.take(nhead))
        bounds = []  # of records in the payload
        for _ in range(chunk.control.number(0, COUNT, 0)):
            lsn = self.advance(start, len(out))
            record = chunk.record(p.prev)
            p.prev = lsn
            bounds.append((len(out), len(out) + len(record)))
            out += record + bytes(-len(record) % 8)
        tail = chunk.literal.take(npayload - len(out))
        if tail:
            p.prev = self.advance(start, len(out))
            total, = struct.unpack_from("<I", tail)
            bounds.append((len(out), len(out) + total))
            out += tail
        assert all(s.at_end() for s in streams)
        result = bytearray()
        at = 0
        for header, lsn, n in self.parts(self.lsn, end):
            if not header:
                result += out[at:at + n]
                at += n
            elif lsn in odd:
                result += odd[lsn]
                if lsn % PAGE == 0 and n == self.page_header_size(lsn):
                    p.magic, info, p.tli = struct.unpack_from("<HHI", odd[lsn])
                    p.info = info & 4
            else:
                remaining = p.remaining - at
                if remaining <= 0:
                    remaining = next((b - at for a, b in bounds if a < at < b), 0)
                result += self.page_header(p, lsn, remaining)[lsn % PAGE:lsn % PAGE + n]
        p.remaining = max((bounds[-1][1] if bounds else p.remaining) - npayload, 0)
        return bytes(result)

    def read(self, write):
        c = Cursor(self.data)
        c.take(48)
        chain = 0
        while True:
            start = c.at
            flags = c.u8()
            logical = c.varint()
            if flags & 4:
                c.u32()
                before, lsn = struct.unpack("<IQ", c.take(12))
                assert before == chain and lsn == self.lsn
                position = Position(c, lsn)
                model = Model()
            payload = c.take(c.varint())
            chain = crc(self.header_crc if flags & 4 else chain, self.data[start:c.at])
            assert chain == c.u32()
            if flags & 3 == INDEX:
                assert c.u32() == c.at - start
                assert c.at_end() and self.lsn % self.size == 0
                return
            if flags & 3 == REC:
                write(self.records(model, position, flags, payload, logical))
            elif flags & 3 == ZERO:
                write(bytes(logical))
            else:
                write(zstd(payload, logical) if flags & 0x10 else payload)
            self.lsn += logical


with open(sys.argv[1], "rb") as store:
    Reader(store.read()).read(sys.stdout.buffer.write)
