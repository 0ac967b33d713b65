"""Masks of attention and Transformers, scattering, and signals: PyTorch accepts what the checker accepts."""

import pytest

from models.programs import agree

pytestmark = pytest.mark.models

START = """
import torch
from torch import nn
b, l, s, e, h = 3, 5, 7, 8, 2
q, k = torch.randn(b, l, e), torch.randn(b, s, e)
x = q
mha = nn.MultiheadAttention(e, h, batch_first=True)
enc = nn.TransformerEncoder(nn.TransformerEncoderLayer(e, h, 16, batch_first=True), 2, enable_nested_tensor=False)
dec = nn.TransformerDecoder(nn.TransformerDecoderLayer(e, h, 16, batch_first=True), 2)
net = nn.Transformer(e, h, 1, 1, 16, batch_first=True)
def no(*sizes):
    return torch.zeros(*sizes, dtype=torch.bool)
"""

CALLS = [
    "mha(q, k, k, attn_mask={})[0]",
    "mha(q, k, k, key_padding_mask={})[0]",
    "mha(q[0], k[0], k[0], key_padding_mask={})[0]",
    "mha(q[0], k[0], k[0], attn_mask={})[0]",
    "enc(q, mask={})",
    "enc(q, src_key_padding_mask={})",
    "dec(q, k, tgt_mask={})",
    "dec(q, k, memory_mask={})",
    "dec(q, k, None, None, {})",
    "dec(q, k, memory_key_padding_mask={})",
    "net(k, q, src_mask={})",
    "net(k, q, tgt_mask={})",
    "net(k, q, tgt_key_padding_mask={})",
    "net(k, q, memory_key_padding_mask={})",
    "net(k, q, src_key_padding_mask={})",
]
LENIENT = [
    "mha(q, q, q, attn_mask={}, is_causal=True, need_weights=False)[0]",
    "mha.eval()(q, q, q, attn_mask={})[0]",
    "enc.eval()(q, src_key_padding_mask={})",
]
MASKS = [
    "l, l",
    "l, s",
    "s, l",
    "s, s",
    "b, l",
    "b, s",
    "l, b",
    "b * h, l, s",
    "b, l, s",
    "1, l, l",
    "s",
    "l",
]


def program(call, mask):
    return START + "with torch.no_grad():\n    z = " + call.format(f"no({mask})") + "\n"


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("mask", MASKS)
def test_masks(call, mask):
    agree(program(call, mask), "z")


@pytest.mark.parametrize("call", LENIENT)
@pytest.mark.parametrize("mask", MASKS)
def test_masks_that_may_be_ignored(call, mask):
    try:
        agree(program(call, mask), "z")
    except AssertionError as error:
        if "the checker is silent" not in str(error):
            raise


OTHERS = [
    "z = torch.zeros(4, 6).scatter(1, no(4, 2).long(), torch.ones(4, 2))",
    "z = torch.zeros(4, 6).scatter(1, no(4, 2).long(), torch.ones(1, 4, 2))",
    "z = torch.zeros(4, 6).scatter(1, no(4, 2).long(), torch.ones(2))",
    "z = torch.zeros(4, 6).scatter_add(0, no(2, 6).long(), torch.ones(1, 6))",
    "z = torch.zeros(4, 6).scatter(1, no(4, 2).long(), 1.0)",
    "z = torch.stft(torch.zeros(3, 400), 64, 16, window=torch.hann_window(64), return_complex=True)",
    "z = torch.stft(torch.zeros(3, 400), 64, 16, window=torch.hann_window(16), return_complex=True)",
    "z = torch.stft(torch.zeros(3, 400), 64, 16, 16, window=torch.hann_window(16), return_complex=True)",
    "z = torch.istft(torch.zeros(3, 33, 26, dtype=torch.cfloat), 64, 16, window=torch.hann_window(64))",
    "z = torch.istft(torch.zeros(33, 26, dtype=torch.cfloat), 64, 16, window=torch.hann_window(64), length=390)",
    "z = torch.istft(torch.zeros(3, 32, 26, dtype=torch.cfloat), 64, 16, window=torch.hann_window(64))",
    "z = torch.istft(torch.zeros(3, 33, 26, dtype=torch.cfloat), 64, 16, window=torch.hann_window(33))",
    "z = torch.istft(torch.zeros(3, 64, 26, dtype=torch.cfloat), 64, window=torch.ones(64), onesided=False)",
]


@pytest.mark.parametrize("line", OTHERS)
def test_scattering_and_signals(line):
    agree(START + line + "\n", "z")
