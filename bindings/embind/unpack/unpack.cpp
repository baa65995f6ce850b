// Unpacks the WebAssembly of an entry, which lies in its JavaScript as texts.
//
// Code compresses best when its opcodes, its indices of locals, its offsets and
// so on stand apart, each beside its like, and when a local that was just used
// is a small number: a fifth better than a module as it is.
// scripts/build/streams.mjs takes modules apart in this way and says what each
// stream holds. This module puts them together. It is WebAssembly itself,
// because the interpreter in which JavaScript starts would take longer to do it
// than the engine to compile the result.
#include <cstddef>
#include <cstdint>

namespace {

using Byte = std::uint8_t;

enum Stream {
  kFrame,
  kCode,
  kGet,
  kSet,
  kCall,
  kInteger,
  kRaw,
  kOffset,
  kStreams
};

// Where each stream is read, and where the module is written.
const Byte* at[kStreams];
Byte* to;

// The bytes that letters stand for: those of one letter; those of two letters,
// by their second one, for either of the first ones.
std::uint16_t single[128];
Byte pair[2][128];

constexpr unsigned kSingles = 91;
constexpr unsigned kPair = 256;  // or 257: the letter begins a pair

// The letter of a number: printable ASCII without apostrophe and backslash.
unsigned letter_of(unsigned number) noexcept {
  const unsigned code = number + 32 + (number > 6);
  return code + (code > 91);
}

[[gnu::noinline]] void copy(Stream stream, std::uint32_t count) noexcept {
  const Byte* from = at[stream];
  for (; count > 0; --count) *to++ = *from++;
  at[stream] = from;
}

// Copies an integer of any length; returns its last 32 bits.
[[gnu::noinline]] std::uint32_t copy_integer(Stream stream) noexcept {
  const Byte* from = at[stream];
  Byte* out = to;
  std::uint32_t value = 0;
  unsigned shift = 0;
  Byte byte;
  do {
    byte = *from++;
    *out++ = byte;
    if (shift < 32) value |= static_cast<std::uint32_t>(byte & 127) << shift;
    shift += 7;
  } while (byte > 127);
  at[stream] = from;
  to = out;
  return value;
}

void put_integer(unsigned value) noexcept {
  for (; value > 127; value >>= 7) *to++ = static_cast<Byte>(value | 128);
  *to++ = static_cast<Byte>(value);
}

// The locals of a function, those first that were used last.
constexpr unsigned kLocals = 1024;
std::uint16_t locals[kLocals];

// Writes the local that stands at the place which is read.
void put_local(Stream stream) noexcept {
  const Byte* from = at[stream];
  unsigned place = *from++;
  if (place > 127) place = (place & 127) | static_cast<unsigned>(*from++) << 7;
  at[stream] = from;
  const std::uint16_t local = locals[place];
  for (; place > 0; --place) locals[place] = locals[place - 1];
  locals[0] = local;
  put_integer(local);
}

// Writes the size of all that was written since `from` before it.
[[gnu::noinline]] void put_size(Byte* from) noexcept {
  auto size = static_cast<std::uint32_t>(to - from);
  Byte* const end = to;
  unsigned bytes = 1;
  for (std::uint32_t rest = size; rest > 127; rest >>= 7) ++bytes;
  to += bytes;
  for (Byte* byte = end; byte-- > from;) byte[bytes] = *byte;
  for (; size > 127; size >>= 7) *from++ = static_cast<Byte>(size | 128);
  *from = static_cast<Byte>(size);
}

// An access to memory: how it is aligned follows from its opcode.
void put_access(Byte alignment) noexcept {
  *to++ = alignment;
  copy_integer(kOffset);
}

// Copies what follows the number of a SIMD instruction.
void simd_operands(unsigned simd) noexcept {
  const bool of_lane = simd - 84 < 8;
  if (simd < 12 || simd - 92 < 2 || of_lane) put_access(0);
  if (simd - 12 < 2) copy(kRaw, 16);
  if (simd - 21 < 14 || of_lane) copy(kCode, 1);
}

// Writes the instruction that a byte of the stream of opcodes begins; returns
// by how much it changes the depth of blocks. Bytes that are no opcodes stand
// for the most frequent pairs of bytes.
int instruction(unsigned op) noexcept {
  if (op - 0xc5 < 55) {
    const unsigned simd = op < 0xdc ? op - 0xc5 : op + 4;
    *to++ = 0xfd;
    put_integer(simd);
    simd_operands(simd);
    return 0;
  }
  if (op - 0x06 < 5) {
    const bool block = op < 0x09;  // else access to the first global
    *to++ = static_cast<Byte>(block ? op - 4 : op + 26);
    *to++ = block ? 0x40 : 0;
    return block;
  }
  *to++ = static_cast<Byte>(op);
  if (op == 0xfd) {
    simd_operands(copy_integer(kCode));
  } else if (op == 0xfc) {
    const unsigned bulk = copy_integer(kCode);
    if (bulk > 7) copy(kCode, bulk % 2 == 0 ? 2 : 1);
  } else if (op - 0x20 < 3) {
    put_local(op == 0x20 ? kGet : kSet);
  } else if (op - 0x28 < 23) {
    // The alignments of these opcodes, as powers of two.
    put_access("23230011001122232301012"[op - 0x28] & 3);
  } else if (op - 0x41 < 2) {
    copy_integer(kInteger);
  } else if (op - 0x43 < 2) {
    copy(kRaw, op == 0x43 ? 4 : 8);
  } else if (op - 0x10 < 2) {
    copy_integer(kCall);
    if (op == 0x11) copy_integer(kCall);
  } else if (op == 0x0e) {
    for (std::uint32_t i = copy_integer(kCode); i > 0; --i) copy_integer(kCode);
    copy_integer(kCode);
  } else if (op - 0x02 < 3 || op - 0x0c < 2 || op - 0x23 < 2 || op - 0x3f < 2) {
    copy_integer(kCode);
    return op < 0x05;
  }
  return op == 0x0b ? -1 : 0;
}

void body() noexcept {
  for (std::uint32_t i = copy_integer(kFrame); i > 0; --i) {
    copy_integer(kFrame);
    copy(kFrame, 1);
  }
  for (unsigned i = 0; i < kLocals; ++i) {
    locals[i] = static_cast<std::uint16_t>(i);
  }
  for (int depth = 1; depth > 0;) {
    // Half of all instructions are plain.
    const Byte* code = at[kCode];
    Byte* out = to;
    unsigned op;
    while ((op = *code++) - 0x45 < 0x80) *out++ = static_cast<Byte>(op);
    at[kCode] = code;
    to = out;
    depth += instruction(op);
  }
}

}  // namespace

extern "C" {

// Reads a text in place; returns the end of its bytes. It begins with 64
// hexadecimal digits whose bits say of each byte, from 0 to 255, whether it is
// one letter (1) or two (0). A letter below `kSingles` is the byte of that
// number among those of one letter; the last two letters begin a pair.
__attribute__((export_name("read"))) Byte* read(Byte* text,
                                                const Byte* end) noexcept {
  for (unsigned i = 0; i < 2; ++i) {
    single[letter_of(kSingles + i)] = static_cast<std::uint16_t>(kPair + i);
  }
  unsigned singles = 0;
  unsigned pairs = 0;
  for (unsigned byte = 0; byte < 256; ++byte) {
    const unsigned digit = text[byte / 4];
    const unsigned bits = digit > '9' ? digit - 'a' + 10 : digit - '0';
    if (bits >> (3 - byte % 4) & 1) {
      single[letter_of(singles++)] = static_cast<std::uint16_t>(byte);
    } else {
      pair[pairs / kSingles][letter_of(pairs % kSingles)] =
          static_cast<Byte>(byte);
      ++pairs;
    }
  }
  Byte* byte = text;
  for (const Byte* letter = text + 64; letter < end; ++letter) {
    unsigned read = single[*letter];
    if (read >= kPair) read = pair[read - kPair][*++letter];
    *byte++ = static_cast<Byte>(read);
  }
  return byte;
}

// Puts the streams together that begin at these addresses; returns the end of
// the module, which begins at `module`.
__attribute__((export_name("join"))) Byte* join(Byte* const* streams,
                                                Byte* module) noexcept {
  for (int i = 0; i < kStreams; ++i) at[i] = streams[i];
  to = module;
  copy(kFrame, 8);
  while (at[kFrame] < streams[kFrame + 1]) {
    const bool code = *at[kFrame] == 10;
    copy(kFrame, 1);
    if (!code) {
      copy(kFrame, copy_integer(kFrame));
      continue;
    }
    Byte* const section = to;
    for (std::uint32_t i = copy_integer(kFrame); i > 0; --i) {
      Byte* const function = to;
      body();
      put_size(function);
    }
    put_size(section);
  }
  return to;
}

}  // extern "C"
